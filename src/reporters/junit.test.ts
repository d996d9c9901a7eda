import { describe, expect, it } from 'vitest'
import {
  caseResult,
  hostile,
  passed,
  recordOf,
  sampleRecords,
  sampleRun,
  textFrom,
} from '../../test/fixtures/sample-run.ts'
import { toJunit } from './junit.ts'
import type { RunReport } from './run-report.ts'

const junit = (reports: readonly RunReport[]) => textFrom(toJunit(reports, { language: 'en' }))

describe('toJunit', () => {
  it('is a suite with its counts, properties and one test a case', async () => {
    expect(await junit([{ run: sampleRun(), records: sampleRecords }])).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="shinsa" tests="20" failures="2" errors="1" skipped="1" time="72.400">
        <testsuite name="travel agent" tests="20" failures="2" errors="1" skipped="1" time="72.400" timestamp="2026-08-01T12:00:00.000Z">
          <properties>
            <property name="run" value="20260801-1200-a1b2"/>
            <property name="dataset" value="travel"/>
            <property name="target" value="travel-agent"/>
            <property name="shinsa.version" value="0.1.0"/>
            <property name="seed" value="1"/>
            <property name="gate" value="failed"/>
            <property name="evaluated" value="19"/>
            <property name="notEvaluated" value="1"/>
            <property name="passRate" value="0.8421052631578947"/>
            <property name="passRate.low" value="0.624"/>
            <property name="passRate.high" value="0.945"/>
          </properties>
          <testcase name="hello" classname="travel" time="1.234"/>
          <testcase name="timeout-1" classname="travel" time="1.234">
            <error message="the agent did not finish: no answer after 30 s" type="agent">Where is my order?
      the agent did not finish: no answer after 30 s
        → Raise the time limit.</error>
          </testcase>
          <testcase name="book-room" classname="travel" time="1.234">
            <failure message="tool-trajectory: 0.333 is below the threshold 1" type="tool-trajectory">Book a room for two on Friday
      tool-trajectory: 0.333 is below the threshold 1
                           expected                          actual
        ✓ matched          search_rooms(day: "Friday")       search_rooms(day: "Friday")
        ≠ wrong arguments  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                           guests: expected 2, actual 3
        − missing          send_mail(to: "ann@example.com")
        + extra                                              cancel(id: 9)
        ~ wrong order      pay()                             pay()
        ✗ forbidden                                          delete_all({"sure": tru)</failure>
          </testcase>
          <testcase name="no-reference" classname="travel" time="1.234">
            <skipped message="rouge-1: not evaluated: the case has no expected answer">Tell me a joke
      rouge-1: not evaluated: the case has no expected answer</skipped>
          </testcase>
          <testcase name="返金-1" classname="travel" time="1.234">
            <failure message="rouge-1: 0.7996 is below the threshold 0.8" type="rouge-1">返金ポリシーを教えてください。できれば簡単にお願いします。
      rouge-1: 0.7996 is below the threshold 0.8
        expected  購入から[-30-]日以内であれば[-全額-]を返金いたします。
        actual    購入から{+14+}日以内であれば{+半額+}を返金いたします。</failure>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `)
  })

  it('adds several runs up', async () => {
    const report = { run: sampleRun(), records: [] }
    const text = await junit([report, report])
    expect(text.match(/<testsuite .*/g)).toHaveLength(2)
    expect(text).toContain('<testsuites name="shinsa" tests="40" failures="4" errors="2" skipped="2" time="144.800">')
  })

  it('is not green when a run was stopped', async () => {
    const { summary } = sampleRun()
    const run = sampleRun({ summary: summary && { ...summary, unfinished: 5 } })
    const text = await junit([{ run, records: [] }])
    expect(text).toContain('tests="21" failures="2" errors="2" skipped="1"')
    expect(text).toContain('<error message="5 not run: the run was stopped" type="interrupted"/>')
  })

  it('claims no counts without a summary', async () => {
    const text = await junit([
      { run: sampleRun({ summary: undefined, durationMs: undefined }), records: [recordOf(passed)] },
    ])
    expect(text).toContain('<testsuites name="shinsa">')
  })

  it('names repeats apart', async () => {
    const run = sampleRun({ plan: { ...sampleRun().plan, repeat: 2 } })
    const text = await junit([{ run, records: [recordOf(passed), recordOf({ ...passed, repeat: 1 })] }])
    expect(text.match(/<testcase name="[^"]*"/g)).toEqual([
      '<testcase name="hello (repeat 1 of 2)"',
      '<testcase name="hello (repeat 2 of 2)"',
    ])
  })

  it('is well-formed XML, whatever the agent wrote', async () => {
    const result = caseResult(hostile, hostile, [
      {
        status: 'scored',
        metric: hostile,
        value: 0,
        threshold: 1,
        passed: false,
        reason: { text: hostile },
        evidence: [{ kind: 'texts', expected: hostile, actual: '\ufffe]]>' }],
      },
    ])
    const plan = { ...sampleRun().plan, name: hostile }
    const text = await junit([{ run: sampleRun({ plan }), records: [recordOf(result)] }])
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Noncharacter_Code_Point}]/u)
    expect(text.replaceAll(/<\/?[a-z]+(?: [\w.]+="[^"<]*")*\/?>|<\?xml[^>]*>/g, '')).not.toMatch(
      /[<>]|&(?!amp;|lt;|gt;|#10;)/,
    )
  })
})
