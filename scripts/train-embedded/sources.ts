import type { StoredWeights } from '../../src/judges/embedded/weights.ts'

/** What the weights were trained on. No piece of the sets is in them but stems with their frequencies. */
export const sources: StoredWeights['sources'] = [
  {
    name: 'EVOUNA, Natural Questions part (Wang et al., NeurIPS 2023)',
    licence: 'Apache-2.0',
    source: 'https://github.com/wangcunxiang/QA-Eval',
    used: 'equivalence head and word frequencies; questions outside the test part',
  },
  {
    name: 'BEGIN, Wizard of Wikipedia and CMU dialogue parts (Dziri et al., TACL 2022)',
    licence: 'CC BY 4.0',
    source: 'https://github.com/google/BEGIN-dataset',
    used: 'support head and word frequencies; development parts',
  },
  {
    name: 'SummEdits (Laban et al., EMNLP 2023)',
    licence: 'Apache-2.0',
    source: 'https://github.com/salesforce/factualNLG',
    used: 'support head; documents outside the test part',
  },
  {
    name: 'REALSumm (Bhandari et al., EMNLP 2020)',
    licence: 'CC BY 4.0',
    source: 'https://github.com/neulab/REALSumm',
    used: 'coverage head and word frequencies; documents outside the test part',
  },
  {
    name: 'OpenAI moderation evaluation set (Markov et al., AAAI 2023)',
    licence: 'MIT',
    source: 'https://github.com/openai/moderation-api-release',
    used: 'harm head',
  },
]
