import { IndexWriter } from '../writing/index-writer.ts';
import { serveThread } from './serve-thread.ts';

serveThread((data) => {
  const writer = new IndexWriter(data as ConstructorParameters<typeof IndexWriter>[0]);

  return {
    methods: {
      beginStage: (...given: Parameters<IndexWriter['beginStage']>) => writer.beginStage(...given),
      addPassages: (...given: Parameters<IndexWriter['addPassages']>) => writer.addPassages(...given),
      commitStage: (...given: Parameters<IndexWriter['commitStage']>) => writer.commitStage(...given),
      abandonStage: (...given: Parameters<IndexWriter['abandonStage']>) => writer.abandonStage(...given),
      prune: (...given: Parameters<IndexWriter['prune']>) => writer.prune(...given),
      listWaiting: (...given: Parameters<IndexWriter['listWaiting']>) => writer.listWaiting(...given),
      addVectors: (...given: Parameters<IndexWriter['addVectors']>) => writer.addVectors(...given),
      vectorProgress: (...given: Parameters<IndexWriter['vectorProgress']>) =>
        writer.vectorProgress(...given),
    },
    close: () => writer.close(),
  };
});
