import { describe, expect, it } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

describe('a judge held against people', () => {
  it('is the embedded one, over answers in English and Japanese that two people looked at', async () => {
    const { code, stdout } = await runShinsa(
      ['judge', 'validate', 'answers.csv', '--metric', 'final_response_match_v2', '--fail-on', 'kappa<0.6'],
      { cwd: import.meta.dirname },
    )
    expect(stdout).toMatchInlineSnapshot(`
      "final_response_match_v2, judged by embedded: 18 labelled results, 2 not evaluated
        - fee-3: the answer speaks of "手数料", which stands neither in the question nor in the reference
        - renew-3: the reference says yes or no, and the answer says neither in so many words

      the whole result
        same verdict: 93 % (70–99 %), n = 15
        Cohen's kappa: 0.87 (0.39–1), n = 15
        Gwet's AC1: 0.87 (0.38–1), n = 15
        of 8 cases; intervals count these
        both passed 7, both failed 7, only the judge passed 0, only people passed 1
        people among themselves:
          same verdict: 83 % (43–97 %), n = 6
          Cohen's kappa: 0.67 (-0.11 … 1), n = 6
          Gwet's AC1: 0.68 (-0.13 … 1), n = 6
        Krippendorff's alpha of 2 people: 0.69 (-0.27 … 1), n = 6
        1 left out: people are tied
        The judge agrees with people about as much as people agree with each other (kappa 0.87 against 0.67, n = 15).
        Only 15 verdicts: below 30 this is a hint and no measurement.

      They disagree on 1 verdict:
        - floor-3: people passed, judge failed 0 %
      "
    `)
    expect(code).toBe(0)
  })
})
