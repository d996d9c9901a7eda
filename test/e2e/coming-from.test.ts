import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sheetOf, writeXlsx, writeZip } from '../fixtures/write-xlsx.ts'
import { newProject } from './run-shinsa.ts'

const agent = `export default async (question) => (/capital|首都/.test(question) ? 'Paris' : 'B')`

describe('datasets from elsewhere', () => {
  it('run as they are: samples with several ideals, choices, YAML', async () => {
    const project = newProject({
      'agent.mjs': agent,
      'evals.jsonl': [
        '{"input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "The capital of France?"}], "ideal": ["the city of Paris", "Paris"]}',
        '{"input": "Which is even?", "ideal": "2", "choices": ["1", "2"]}',
      ].join('\n'),
      'cases.yaml': 'name: set\nquestions:\n- { question: フランスの首都は？, answer: Paris, category: 地理 }\n',
    })
    for (const file of ['evals.jsonl', 'cases.yaml']) {
      const { exitCode, stdout, stderr } = await project.runHere('run', file, '--target', './agent.mjs')
      expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('hint:')])
      expect(stdout).toContain('100 %')
    }
  })

  it('run from a sheet of a workbook, and are converted from it', async () => {
    const project = newProject({ 'agent.mjs': agent })
    const sheets = {
      Readme: sheetOf([['About']]),
      Cases: sheetOf([
        ['質問', '回答'],
        ['首都は？', 'Paris'],
      ]),
    }
    writeFileSync(join(project.folder, 'book.xlsx'), writeXlsx(sheets))
    const run = await project.runHere('run', 'book.xlsx#Cases', '--target', './agent.mjs')
    expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining('100 %')])
    const { stdout, stderr } = await project.runHere('convert', 'book.xlsx', '--to', 'csv')
    expect(stdout).toBe('id,prompt,expected,expected_tools\r\nrow-1,首都は？,Paris,\r\n')
    expect(stderr).toContain('the sheet Cases is read; others are named as in')
    const wrong = await project.runHere('run', 'book.xlsx#Case', '--target', './agent.mjs')
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean "Cases"?')])
  })

  it('are scored without an agent where all have an answer: goldens, logs of Inspect with their epochs', async () => {
    const project = newProject({
      'goldens.json': JSON.stringify([
        { input: 'a?', actual_output: 'yes', expected_output: 'yes', retrieval_context: ['r'] },
        { input: 'b?', actual_output: 'no', expected_output: 'yes', retrieval_context: null },
      ]),
      'log.json': JSON.stringify({
        version: 2,
        status: 'success',
        eval: { task: 't' },
        samples: [sample(1, 'yes'), sample(2, 'no')],
      }),
    })
    const goldens = await project.runHere('run', 'goldens.json')
    expect([goldens.exitCode, goldens.stdout]).toEqual([1, expect.stringContaining('1 of 2 cases passed')])
    writeFileSync(
      join(project.folder, 'log.eval'),
      writeZip({
        'header.json': '{}',
        'samples/1_epoch_2.json': JSON.stringify(sample(2, 'no')),
        'samples/1_epoch_1.json': JSON.stringify(sample(1, 'yes')),
      }),
    )
    const archive = await project.runHere('run', 'log.eval')
    expect([archive.exitCode, archive.stdout]).toEqual([1, expect.stringContaining('1 of 2')])
    writeFileSync(
      join(project.folder, 'newer.eval'),
      writeZip({ 'samples/1_epoch_1.json': JSON.stringify({ ...sample(1, 'yes'), messages: [] }) }, { isZstd: true }),
    )
    const newer = await project.runHere('run', 'newer.eval')
    expect([newer.exitCode, newer.stdout]).toEqual([0, expect.stringContaining('1 of 1')])
    const converted = await project.runHere('convert', 'log.eval', '--to', 'case-lines')
    expect(converted.stderr).toContain('the answers of the log are left out: shinsa run log.eval scores them')
    const log = await project.runHere('run', 'log.json')
    expect(log.stderr).toContain('of the log, scores, events and the store are left out')
    expect([log.exitCode, log.stdout]).toEqual([1, expect.stringContaining('1 of 2')])
  })

  it('are found by the registry of OpenAI evals, which says what measures them', async () => {
    const project = newProject({
      'registry/evals/x.yaml': registryOf('basic.match:Match', 'x/samples.jsonl'),
      'registry/evals/graded.yaml': registryOf(
        'modelgraded.classify:ModelBasedClassify',
        'x/samples.jsonl',
        '    modelgraded_spec: closedqa\n',
      ),
      'registry/evals/own.yaml': registryOf('my.code:Mine', 'x/samples.jsonl'),
      'registry/evals/away.yaml': registryOf('basic.match:Match', '../../../../etc/passwd'),
      'registry/data/x/samples.jsonl': '{"input": [{"role": "user", "content": "2+2?"}], "ideal": ["4", "four"]}\n',
    })
    const convert = (name: string) => project.runHere('convert', `registry/evals/${name}.yaml`, '--to', 'case-lines')
    const match = await convert('x')
    expect(match.stdout).toContain('"other_references":["four"]')
    expect(match.stderr).toBe('note: x.dev.v0 is of the class Match: the criterion for it is exact_match\n')
    expect((await convert('graded')).stderr).toContain('rubric_based_final_response_quality_v1')
    expect((await convert('own')).stderr).toContain('code of its own: a check in an evaluation in code')
    const away = await convert('away')
    expect([away.exitCode, away.stderr]).toEqual([2, expect.stringContaining('names samples that are not there')])
  })

  it('a sample of a log that broke is an error, and the others are scored', async () => {
    const broken = { ...sample(1, ''), id: 'broken', output: { choices: [] }, error: { message: 'out of memory' } }
    const project = newProject({
      'log.json': JSON.stringify({
        version: 2,
        status: 'error',
        eval: { task: 't' },
        samples: [{ ...sample(1, 'yes'), messages: [] }, broken],
      }),
    })
    const { stdout } = await project.runHere('run', 'log.json')
    expect(stdout).toContain('1 of 2')
    expect(stdout).toContain('1 agent error')
  })
})

/** As a log of Inspect has it. */
function sample(epoch: number, content: string) {
  return {
    id: 1,
    epoch,
    input: 'Q?',
    target: 'yes',
    messages: [{ role: 'assistant', content, tool_calls: [{ id: 'c', function: 'find', arguments: { a: 1 } }] }],
    output: { model: 'm', choices: [{ message: { role: 'assistant', content }, stop_reason: 'stop' }] },
    scores: { match: { value: 'C' } },
    events: [],
  }
}

function registryOf(kind: string, samples: string, more = ''): string {
  return `x:\n  id: x.dev.v0\nx.dev.v0:\n  class: evals.elsuite.${kind}\n  args:\n    samples_jsonl: ${samples}\n${more}`
}
