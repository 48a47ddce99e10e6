import type { LocalModelToLoad } from './local-messages.ts';
import { serveLocal } from './serve-local.ts';

await serveLocal<LocalModelToLoad>(async (toLoad) => {
  // Imported here, so that what fails while loading is reported like any other failure.
  const [{ checkLocalModel }, { loadLlama }, { createCompletions }] = await Promise.all([
    import('./check-local-model.ts'),
    import('./load-llama.ts'),
    import('./create-completions.ts'),
  ]);
  await checkLocalModel(toLoad);
  return createCompletions(await loadLlama(toLoad), toLoad);
});
