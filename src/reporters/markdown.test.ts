import { describe, expect, it } from 'vitest'
import { caseResult, hostile, recordOf, sampleRecords, sampleRun, textFrom } from '../../test/fixtures/sample-run.ts'
import { codeBlock, codeSpan, proseText } from './markdown-text.ts'
import { toMarkdown } from './markdown.ts'

describe('toMarkdown', () => {
  it('is a page for a pull request with the cases that did not pass folded', async () => {
    const text = await textFrom(toMarkdown({ run: sampleRun(), records: sampleRecords }, { language: 'en' }))
    expect(text).toMatchInlineSnapshot(`
      "## ❌ FAILED travel agent

      **16 of 19 evaluated cases passed, 84 % (95 % interval 62–95 %)**

      **⚠️ 1 of 20 not evaluated: with them, the pass rate lies between 80 % and 85 %**

      - 2 failed, 1 agent error
      - Gate: 2 failed

      | metric | pass rate | mean | passed | not scored |
      | --- | --- | --- | ---: | --- |
      | tool-trajectory | 89 % (68–98 %) | 0.921 (0.81–0.98) | 17/19 | 1 not evaluated |

      - Mean per case: total-tokens 1,234.5 tokens (1 error)

      <details><summary><code>book-room</code> <code>Book a room for two on Friday</code></summary>

      \` tool-trajectory \`: 0.333 is below the threshold 1

      \`\`\`text
                         expected                          actual
      ✓ matched          search_rooms(day: "Friday")       search_rooms(day: "Friday")
      ≠ wrong arguments  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                         guests: expected 2, actual 3
      − missing          send_mail(to: "ann@example.com")
      + extra                                              cancel(id: 9)
      ~ wrong order      pay()                             pay()
      ✗ forbidden                                          delete_all({"sure": tru)
      \`\`\`

      </details>

      <details><summary><code>返金-1</code> <code>返金ポリシーを教えてください。できれば簡単にお願いします。</code></summary>

      \` rouge-1 \`: 0.7996 is below the threshold 0.8

      \`\`\`text
      expected  購入から[-30-]日以内であれば[-全額-]を返金いたします。
      actual    購入から{+14+}日以内であれば{+半額+}を返金いたします。
      \`\`\`

      </details>

      <details><summary><code>timeout-1</code> <code>Where is my order?</code></summary>

      the agent did not finish: no answer after 30 s

      \`\`\`text
      → Raise the time limit.
      \`\`\`

      </details>

      <details><summary><code>no-reference</code> <code>Tell me a joke</code></summary>

      \` rouge-1 \`: not evaluated: the case has no expected answer

      </details>

      <sub>20,345 input and 3,110 output tokens, 41 tool calls, 3 min 34 s of agent time, took 1 min 12 s</sub>
      "
    `)
  })

  it('states polarities below the metrics', async () => {
    const { plan } = sampleRun()
    const metrics = [
      { name: 'attack', polarity: 'lower-is-better' as const },
      { name: 'refusal', polarity: 'refusal-passes' as const },
    ]
    const run = sampleRun({ plan: { ...plan, metrics } })
    const text = await textFrom(toMarkdown({ run, records: [] }, { language: 'en' }))
    expect(text).toContain(
      '\n- attack: lower is better\n- refusal: high means that the agent refused, and a refusal passes\n',
    )
    const japanese = await textFrom(toMarkdown({ run, records: [] }, { language: 'ja' }))
    expect(japanese).toContain('\n- attack: 低いほど良い\n')
  })

  it('escapes everything that an agent or a dataset says', async () => {
    const result = caseResult(hostile, hostile, [
      {
        status: 'scored',
        metric: hostile,
        value: 0,
        threshold: 1,
        passed: false,
        reason: { text: '{it}', values: { it: hostile } },
        evidence: [{ kind: 'texts', expected: hostile, actual: 'no' }],
      },
    ])
    const notes = [{ text: '{tool} is idle', values: { tool: hostile } }]
    const { summary } = sampleRun()
    const run = sampleRun({ summary: summary && { ...summary, metrics: [], notes } })
    const text = await textFrom(toMarkdown({ run, records: [recordOf(result)] }, { language: 'en' }))
    expect(text).toMatch(/^- Note: ␛/m)
    // Outside of code only our own tags are left.
    const prose = text.replaceAll(/<code>[^<]*<\/code>/g, '').replaceAll(/(`{2,})[\s\S]*?[^`]\1(?!`)/g, '')
    expect(prose.match(/<[^>]*>/g)).toEqual(['<details>', '<summary>', '</summary>', '</details>', '<sub>', '</sub>'])
    expect(prose).not.toMatch(/@everyone|http:\/\/|www\.|#1|(?<!\\)\[link/)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })

  it('stays below the length that GitHub takes, and counts what it left out', async () => {
    const reason = { text: 'long '.repeat(2000) }
    const scores = Array.from({ length: 12 }, (_unused, index) => ({
      status: 'not-evaluated' as const,
      metric: `m${index}`,
      reason,
    }))
    const records = Array.from({ length: 40 }, (_unused, index) => recordOf(caseResult(`case-${index}`, 'hi', scores)))
    const report = { run: sampleRun({ summary: undefined }), records }
    const text = await textFrom(toMarkdown(report, { language: 'en', limit: 40 }))
    const shown = text.match(/<details>/g)?.length ?? 0
    expect(text.length).toBeLessThan(65_000)
    expect(text).toContain(`and ${40 - shown} more: shinsa show`)
  })
})

describe('text in Markdown', () => {
  it('loses its meaning in prose', () => {
    expect(proseText('<b>*x*</b> | [a](b) `c`')).toBe('&lt;b&gt;\\*x\\*&lt;/b&gt; \\| \\[a\\](b) \\`c\\`')
    expect(proseText('- a')).toBe('-\u200b a')
    expect(proseText('1. a, 0.5')).toBe('1\u200b. a, 0.5')
  })

  it('cannot leave a code span or block', () => {
    expect(codeSpan('a `` b | c\nd')).toBe('``` a `` b ¦ c ⏎ d ```')
    expect(codeBlock(['```', 'x'])).toBe('````text\n```\nx\n````')
  })
})
