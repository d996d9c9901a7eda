import { describe, expect, it } from 'vitest'
import { EvalError, stringifyJson } from '../../../core/index.ts'
import { formats } from '../../../compose/datasets.ts'
import { documentDataset } from '../../../formats/document-dataset.ts'
import { writeReviewSuite } from './review-suite.ts'

const one = {
  name: 'TC001',
  input: {
    document_paths: ['report.pdf'],
    check_name: 'Fire extinguishers',
    check_description: 'At least two ABC extinguishers in the first-floor corridor',
    language_name: 'English',
  },
  expected_output: { result: 'pass' },
}
const read = async (value: unknown) =>
  documentDataset(stringifyJson(value, 2), '/suites/suite.json', { name: 'suite', formats })
const refusal = async (value: unknown): Promise<string> => {
  try {
    await read(value)
  } catch (error) {
    if (error instanceof EvalError) return error.message
    throw error
  }
  return 'accepted'
}
/** The suite with another value at a path such as `input.check_name`; without one, with nothing there. */
const changed = (path: string, value?: unknown): unknown => {
  const copy: unknown = structuredClone([one])
  const steps = ['0', ...path.split('.')]
  const last = steps.pop() ?? ''
  let at = copy
  for (const step of steps) at = Object(at)[step]
  Object.assign(Object(at), { [last]: value })
  return copy
}

describe('a review suite', () => {
  it('is a list of cases, or one case', async () => {
    const list = await read([one, { ...one, name: 'TC002', metadata: { category: 'clear' } }])
    expect(list.format).toBe('review-suite')
    expect(list.dataset.cases.map(({ id }) => id)).toEqual(['TC001', 'TC002'])
    expect((await read(one)).dataset.cases).toEqual([list.dataset.cases[0]])
  })

  it('asks with the fields of the file and the documents in the fixtures folder beside it', async () => {
    const [evalCase] = (await read(one)).dataset.cases
    expect(evalCase?.review).toEqual({
      documents: ['report.pdf'],
      folder: '/suites/fixtures',
      checkName: 'Fire extinguishers',
      checkDescription: 'At least two ABC extinguishers in the first-floor corridor',
      languageName: 'English',
      expected: 'pass',
    })
    expect(JSON.parse(evalCase?.conversation?.[0]?.userContent.parts?.[0]?.text ?? '')).toEqual({
      ...one.input,
      document_paths: ['/suites/fixtures/report.pdf'],
    })
  })

  it('loses nothing on the way through our words', async () => {
    const full = {
      ...one,
      input: {
        ...one.input,
        tool_configuration: {
          knowledgeBase: [{ knowledgeBaseId: 'KB-1', dataSourceIds: ['src-1'] }, { knowledgeBaseId: 'KB-2' }],
          codeInterpreter: true,
          mcpConfig: { weather: { url: 'https://tools.example/mcp', headers: { 'X-A': 'b' }, timeout: 5 } },
        },
      },
      expected_output: { result: 'fail', confidence_range: [0.9, 1], explanation_keywords: ['battery'] },
      metadata: { category: 'clear' },
    }
    expect(JSON.parse(writeReviewSuite((await read([full])).dataset.cases))).toEqual([full])
  })

  it('may have comments and empty tool settings, as the template has', async () => {
    const settings = { knowledgeBase: null, codeInterpreter: false, mcpConfig: null }
    const input = { ...one.input, _comments: {}, tool_configuration: settings }
    const copy = { ...one, _comments: { name: 'unique' }, input }
    expect((await read(copy)).dataset.cases[0]?.review?.tools).toEqual({
      knowledgeBases: [],
      codeInterpreter: false,
      mcpServers: {},
    })
  })

  it.each([
    ['a missing name', 'name', undefined, '/suites/suite.json:2: [0]: "name" is missing'],
    [
      'a missing description',
      'input.check_description',
      undefined,
      '/suites/suite.json:4: "TC001": [0].input: "check_description" is missing',
    ],
    [
      'a label in capitals',
      'expected_output.result',
      'PASS',
      '/suites/suite.json:13: "TC001": [0].expected_output.result: expected "pass" / "fail", got "PASS"',
    ],
    [
      'an unknown label',
      'expected_output.result',
      'partial',
      '/suites/suite.json:13: "TC001": [0].expected_output.result: expected "pass" / "fail", got "partial"',
    ],
    [
      'another language',
      'input.language_name',
      'French',
      '/suites/suite.json:10: "TC001": [0].input.language_name: expected "English" / "日本語", got "French"',
    ],
    [
      'a full path',
      'input.document_paths',
      ['/etc/passwd'],
      '/suites/suite.json:6: "TC001": [0].input.document_paths[0]: "/etc/passwd" is a path; write the name of a file in the fixtures folder',
    ],
    [
      'a way out of the folder',
      'input.document_paths',
      ['..'],
      '/suites/suite.json:6: "TC001": [0].input.document_paths[0]: ".." is a path; write the name of a file in the fixtures folder',
    ],
    [
      'no document',
      'input.document_paths',
      [],
      '/suites/suite.json:5: "TC001": [0].input.document_paths: a review needs a document',
    ],
    [
      'a knowledge base that is no list',
      'input.tool_configuration',
      { knowledgeBase: { knowledgeBaseId: 'KB' } },
      '/suites/suite.json:12: "TC001": [0].input.tool_configuration.knowledgeBase: it is a list, even of one: [{"knowledgeBaseId": "…", "dataSourceIds": null}]',
    ],
    ['a typing error', 'input.check_nmae', 'x', '/suites/suite.json:11: "TC001": [0].input.check_nmae: unknown key'],
    [
      'a confidence range upside down',
      'expected_output.confidence_range',
      [0.9, 0.5],
      '/suites/suite.json:14: "TC001": [0].expected_output.confidence_range: expected two numbers from 0 to 1, the lower one first, got [0.9,0.5]',
    ],
    [
      'a confidence range with a number that no computer adds up',
      'expected_output.confidence_range',
      [0, 123456789012345678901234567890n],
      '/suites/suite.json:14: "TC001": [0].expected_output.confidence_range: expected two numbers from 0 to 1, the lower one first, got [0,123456789012345678901234567890]',
    ],
  ])('refuses %s, with the place and the name of the case', async (_, path, value, expected) => {
    expect(await refusal(changed(path, value))).toBe(expected)
  })

  it('refuses a name that is there twice', async () => {
    expect(await refusal([one, one])).toBe(
      '/suites/suite.json:17: [1].name: the case "TC001" is there twice; the first one is /suites/suite.json:3: [0].name',
    )
  })
})
