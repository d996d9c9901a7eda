import { expect, it } from 'vitest'
import { recordOf, caseResult, failedOnText, passed, sampleRun, textFrom } from '../../test/fixtures/sample-run.ts'
import { toCsv } from './csv.ts'

it('is a line for each result with two columns for each metric; what a spreadsheet would calculate is text', async () => {
  const reached = {
    ...caseResult('=HYPERLINK("x")', '@sum(1, 2)', []),
    transcript: {
      invocations: [{ userContent: {}, finalResponse: { parts: [{ text: 'two\nlines, "quoted"' }] } }],
    },
  }
  const records = [passed, failedOnText, reached].map(recordOf)
  expect(await textFrom(toCsv({ run: sampleRun(), records }))).toMatchInlineSnapshot(`
    "case,repeat,verdict,question,answer,duration_ms,tool-trajectory,tool-trajectory status,rouge-1,rouge-1 status
    hello,1,passed,Hello,,1234,,,1,passed
    返金-1,1,failed,返金ポリシーを教えてください。できれば簡単にお願いします。,,1234,,,0.7996,failed
    "'=HYPERLINK(""x"")",1,not-evaluated,"'@sum(1, 2)","two
    lines, ""quoted""",1234,,,,
    "
  `)
})

it('writes control characters out, and calculates nothing behind them either', async () => {
  const hostile = caseResult('a\u001b[31mb', '\u0000=1+1', [])
  expect(await textFrom(toCsv({ run: sampleRun(), records: [recordOf(hostile)] }))).toMatchInlineSnapshot(`
    "case,repeat,verdict,question,answer,duration_ms,tool-trajectory,tool-trajectory status,rouge-1,rouge-1 status
    a␛[31mb,1,not-evaluated,␀=1+1,,1234,,,,
    "
  `)
})

it.each(['＝1+1', '＋1', '－1', '＠sum(1)', ' ＝1+1', '+1', '-1'])('calculates nothing of %j', async (text) => {
  const lines = await textFrom(toCsv({ run: sampleRun(), records: [recordOf(caseResult(text, 'Hello', []))] }))
  expect(lines.split('\r\n')[1]).toContain(`'${text}`)
})
