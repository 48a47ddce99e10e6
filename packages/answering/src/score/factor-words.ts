import type { AnswerMethod, ConfidenceFeature } from '@avow/contract';
import type { Factor } from './confidence.ts';

interface Sentences {
  readonly raises: string;
  readonly lowers: string;
}

const featureWords: Readonly<Record<ConfidenceFeature, Sentences>> = {
  match: {
    raises: 'What was found fits the question well.',
    lowers: 'What was found fits the question less well than usual.',
  },
  match_margin: {
    raises: 'Nothing else that was found comes near it.',
    lowers: 'Something else that was found comes near it.',
  },
  relevance: {
    raises: 'The passage is about what is asked.',
    lowers: 'The passage is less about what is asked than usual.',
  },
  relevance_gap: {
    raises: 'The passage is far more about what is asked than the next one.',
    lowers: 'The next passage is about as much about what is asked.',
  },
  span_margin: {
    raises: 'The reader is sure of the words it points at.',
    lowers: 'The reader is not sure that the passage holds an answer.',
  },
  span_lead: {
    raises: 'No other passage has words that the reader is as sure of.',
    lowers: 'Another passage has words that the reader is about as sure of.',
  },
  search_rank: {
    raises: 'The search put the passage first, or near to it.',
    lowers: 'The search put other passages first.',
  },
  nearness: {
    raises: 'Question and passage are near in meaning.',
    lowers: 'Question and passage are less near in meaning than usual.',
  },
  agreement: {
    raises: 'Other passages say the same.',
    lowers: 'Few other passages say the same, or none.',
  },
  lowest_support: {
    raises: 'The judge finds that its source supports even the weakest sentence.',
    lowers: 'The judge finds a sentence less supported by its source than usual.',
  },
  contradiction: {
    raises: 'The judge finds nothing in the source that contradicts the answer.',
    lowers: 'The judge finds something in the source that contradicts the answer.',
  },
  term_coverage: {
    raises: 'What is quoted holds the words of the question.',
    lowers: 'What is quoted lacks words of the question.',
  },
  entity_coverage: {
    raises: 'What is quoted holds the names and numbers of the question.',
    lowers: 'What is quoted lacks names or numbers of the question.',
  },
  heading_match: {
    raises: 'The heading above the passage says what is asked.',
    lowers: 'The heading above the passage says little of what is asked.',
  },
  type_match: {
    raises: 'The answer is of the kind that is asked for.',
    lowers: 'The answer does not look like the kind that is asked for.',
  },
  addressed: {
    raises: 'The judge finds that the answer says what is asked.',
    lowers: 'The judge is not sure that the answer says what is asked.',
  },
  kept_share: {
    raises: 'Nearly all that the language model wrote could be tied to sources.',
    lowers: 'Part of what the language model wrote could not be tied to sources.',
  },
  log_probability: {
    raises: 'The language model was sure of its words.',
    lowers: 'The language model was less sure of its words than usual.',
  },
};

const curatedMatch: Partial<Record<ConfidenceFeature, Sentences>> = {
  match: {
    raises: 'The curated question asks the same, or nearly.',
    lowers: 'The curated question is less near to what is asked than usual.',
  },
  match_margin: {
    raises: 'No curated question with another answer comes near.',
    lowers: 'A curated question with another answer comes near.',
  },
};

const writtenWords: Partial<Record<ConfidenceFeature, Sentences>> = {
  relevance: {
    raises: 'The answer is about what is asked.',
    lowers: 'The answer is less about what is asked than usual.',
  },
  agreement: {
    raises: 'The embedded models find the answer in the same words of the sources.',
    lowers: 'The embedded models find the answer in other words of the sources, or find none.',
  },
};

/** For answer methods in which a feature means something else. */
const ownWords: Readonly<Partial<Record<AnswerMethod, Partial<Record<ConfidenceFeature, Sentences>>>>> = {
  curated_similar: curatedMatch,
  curated_semantic: curatedMatch,
  extractive: {
    match: {
      raises: 'All that was measured while reading speaks for this passage.',
      lowers: 'What was measured while reading speaks little for this passage.',
    },
    match_margin: {
      raises: 'No other passage comes near it.',
      lowers: 'Another passage comes near it.',
    },
  },
  keyword: {
    match: {
      raises: 'The passage holds nearly all that is asked about.',
      lowers: 'The passage holds only part of what is asked about.',
    },
    match_margin: {
      raises: 'No other passage holds as many words of the question.',
      lowers: 'Another passage holds about as many words of the question.',
    },
  },
  generative_tier_1: writtenWords,
  generative_tier_2: writtenWords,
  generative_tier_3: writtenWords,
};

const byLanguageModel = {
  raises: 'Answers that a language model of this tier writes are right more often than most.',
  lowers: 'Answers that a language model of this tier writes are right less often than most.',
};

const methodSentences: Readonly<Record<AnswerMethod, Sentences>> = {
  curated_exact: {
    raises: 'The question is word for word one with a curated answer.',
    lowers:
      'The question is word for word one with a curated answer, and those are right less often than most.',
  },
  curated_similar: {
    raises: 'The question has nearly the words of one with a curated answer.',
    lowers: 'Curated answers that are found by similar words are right less often than most.',
  },
  curated_semantic: {
    raises: 'The question means the same as one with a curated answer.',
    lowers: 'Curated answers that are found by meaning are right less often than most.',
  },
  extractive: {
    raises: 'Answers that are read from documents are right more often than most.',
    lowers: 'Answers that are read from documents are right less often than most.',
  },
  keyword: {
    raises: 'Answers that are found by keywords alone are right more often than most.',
    lowers: 'Shared words do not prove an answer: no model has read the passage.',
  },
  generative_tier_1: byLanguageModel,
  generative_tier_2: byLanguageModel,
  generative_tier_3: byLanguageModel,
};

const otherWords: Readonly<Record<'calibration' | 'translated', Sentences>> = {
  calibration: {
    raises: 'By your own labels, such answers are right more often than the model says.',
    lowers: 'By your own labels, such answers are right less often than the model says.',
  },
  translated: {
    raises: 'The answer was translated into the language of the question.',
    lowers:
      'The answer was translated into the language of the question, and not every word of that was judged.',
  },
};

/** One fixed sentence for what moved a score, by answer method. */
export function factorWords(
  feature: Factor['feature'],
  { method, effect }: { readonly method: AnswerMethod; readonly effect: number },
): string {
  return sentencesOf(feature, method)[effect < 0 ? 'lowers' : 'raises'];
}

function sentencesOf(feature: Factor['feature'], method: AnswerMethod): Sentences {
  switch (feature) {
    case 'method':
      return methodSentences[method];
    case 'calibration':
    case 'translated':
      return otherWords[feature];
    default:
      return ownWords[method]?.[feature] ?? featureWords[feature];
  }
}
