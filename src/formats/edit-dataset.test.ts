import { describe, expect, it } from 'vitest'
import { type EvalCase, EvalError, toEnglish } from '../core/index.ts'
import type { CaseEdit } from './case-edit.ts'
import { formats } from '../compose/datasets.ts'
import { editDataset } from './edit-dataset.ts'

const asked = (text: string, answer?: string): EvalCase['conversation'] => [
  {
    userContent: { role: 'user', parts: [{ text }] },
    ...(answer !== undefined && { finalResponse: { role: 'model', parts: [{ text: answer }] } }),
  },
]
const cocoa: EvalCase = { id: 'cocoa', conversation: asked('Is there cocoa?', 'No.') }

async function edited(file: string, text: string, edit: CaseEdit): Promise<string> {
  return (await editDataset(Buffer.from(text), edit, { file, formats })).toString()
}

async function refusal(file: string, text: string, edit: CaseEdit): Promise<string> {
  const error = await editDataset(Buffer.from(text), edit, { file, formats }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(EvalError)
  const { sentence, hint } = error as EvalError
  return `${toEnglish(sentence)}\n${hint === undefined ? '' : toEnglish(hint)}`
}

const evalSet = `{
    "eval_set_id": "shop",   "owner": "nobody reads this",
    "eval_cases": [
        {"eval_id": "tea", "conversation": [{"user_content": {"parts": [{"text": "Tea?"}]}}], "creation_timestamp": 1.50},
        {
            "eval_id": "coffee",
            "conversation": [{"user_content": {"parts": [{"text": "Coffee?"}]}}]
        }
    ]
}
`

describe('an eval set', () => {
  it('takes a case at its end, in its own indentation, and keeps every other character', async () => {
    const text = await edited('a.evalset.json', evalSet, { kind: 'add', evalCase: cocoa })
    expect(text.slice(evalSet.lastIndexOf('        }\n    ]'))).toMatchInlineSnapshot(`
      "        },
              {
                  "eval_id": "cocoa",
                  "conversation": [
                      {
                          "user_content": {
                              "parts": [
                                  {
                                      "text": "Is there cocoa?"
                                  }
                              ],
                              "role": "user"
                          },
                          "final_response": {
                              "parts": [
                                  {
                                      "text": "No."
                                  }
                              ],
                              "role": "model"
                          }
                      }
                  ]
              }
          ]
      }
      "
    `)
    expect(text.startsWith(evalSet.slice(0, evalSet.lastIndexOf('        }\n    ]')))).toBe(true)
  })

  it('loses the first, the last and the only case, and nothing else', async () => {
    const first = await edited('a.json', evalSet, { kind: 'remove', position: 0 })
    expect(first).toBe(evalSet.replace(/\{"eval_id": "tea".*\n\s*/, ''))
    const last = await edited('a.json', evalSet, { kind: 'remove', position: 1 })
    expect(last).toBe(evalSet.replace(/,\n\s*\{\n\s*"eval_id": "coffee"[^]*?\n {8}\}/, ''))
    const none = await edited('a.json', last, { kind: 'remove', position: 0 })
    expect(JSON.parse(none)).toEqual({ eval_set_id: 'shop', owner: 'nobody reads this', eval_cases: [] })
    expect(JSON.parse(await edited('a.json', none, { kind: 'add', evalCase: cocoa })).eval_cases).toHaveLength(1)
  })

  it('keeps the initial state, long numbers and what is said beyond our words', async () => {
    const evalCase: EvalCase = {
      ...cocoa,
      id: 'coffee',
      session: { appName: 'shop', userId: 'u1', state: { order: 12345678901234567890n, basket: ['tea'] } },
      metadata: { category: 'stock' },
    }
    const text = await edited('a.json', evalSet, { kind: 'replace', position: 1, evalCase })
    expect(text).toContain('"order": 12345678901234567890')
    expect(JSON.parse(text).eval_cases[1]).toMatchObject({ category: 'stock', session_input: { app_name: 'shop' } })
  })

  it('refuses an id that is there already, and what it has no place for', async () => {
    const twice = { kind: 'add', evalCase: { ...cocoa, id: 'tea' } } as const
    expect(await refusal('a.json', evalSet, twice)).toMatch(/^a\.json:\d+: eval_cases\[2\]\.eval_id: the case "tea" is/)
    const flagged: EvalCase = {
      id: 'x',
      conversation: [{ userContent: { parts: [{ text: '?' }] }, flags: { unsure: true } }],
    }
    expect(await refusal('a.json', evalSet, { kind: 'add', evalCase: flagged })).toMatchInlineSnapshot(`
      "a.json: this format has no place for conversation.0.flags
      Leave it out, or save the dataset as an eval set and edit that."
    `)
    const both: EvalCase = { ...cocoa, scenario: { startingPrompt: 'a', plan: 'b' } }
    expect(await refusal('a.json', evalSet, { kind: 'add', evalCase: both })).toContain('not both')
  })

  it('may stand on one line', async () => {
    const line = JSON.stringify(JSON.parse(evalSet))
    const text = await edited('a.json', line, { kind: 'add', evalCase: cocoa })
    expect(text).not.toContain('\n')
    expect(JSON.parse(text).eval_cases).toHaveLength(3)
  })
})

describe('other formats', () => {
  it('have a case per line, with their own line ends', async () => {
    const lines = ['tea', 'coffee']
      .map((id) => JSON.stringify({ eval_id: id, conversation: [{ user_content: { parts: [{ text: id }] } }] }))
      .join('\r\n')
    const text = await edited('a.jsonl', `\ufeff${lines}\r\n\r\n`, { kind: 'add', evalCase: cocoa })
    expect(text.split('\r\n').map((line) => /"eval_id":"(\w+)"/.exec(line)?.[1])).toEqual([
      'tea',
      'coffee',
      'cocoa',
      undefined,
      undefined,
    ])
    expect(text.startsWith('\ufeff{')).toBe(true)
    expect(await edited('a.jsonl', `${lines}\n`, { kind: 'remove', position: 0 })).toBe(`${lines.split('\r\n')[1]}\n`)
    expect(await refusal('a.jsonl', lines.split('\r\n')[0] ?? '', { kind: 'remove', position: 0 })).toContain(
      'no case in it',
    )
  })

  it('are tables whose columns stay', async () => {
    const csv = 'No,質問,answer,tools,level\n1,"Tea,\n""green""?",Yes,"[""find""]",easy\n2,Coffee?,,,hard\n'
    const evalCase: EvalCase = { ...cocoa, id: '3', metadata: { level: 'easy' } }
    expect(await edited('a.csv', csv, { kind: 'add', evalCase })).toBe(
      `${csv.trimEnd()}\n3,Is there cocoa?,No.,,easy\n`,
    )
    const replaced = await edited('a.csv', csv, { kind: 'replace', position: 0, evalCase: { ...evalCase, id: '1' } })
    expect(replaced).toBe('No,質問,answer,tools,level\n1,Is there cocoa?,No.,,easy\n2,Coffee?,,,hard\n')
    expect(await edited('a.csv', csv, { kind: 'remove', position: 0 })).toBe(
      'No,質問,answer,tools,level\n2,Coffee?,,,hard\n',
    )
    const stateful = { ...evalCase, session: { appName: 'a', userId: 'b', state: { n: 1 } } }
    expect(await refusal('a.csv', csv, { kind: 'add', evalCase: stateful })).toContain('no place for session')
    const column = { ...evalCase, metadata: { level: 'easy', colour: 'red' } }
    expect(await refusal('a.csv', csv, { kind: 'add', evalCase: column })).toContain('no place for metadata.colour')
    expect(await refusal('a.csv', 'question\nTea?\n', { kind: 'add', evalCase: cocoa })).toMatchInlineSnapshot(`
      "a.csv has no column for ids: this case is called row-2
      Give it that id, or add a column called "id" to the file."
    `)
  })

  it('are tables of objects', async () => {
    const rows = '{"id":"1","question":"Tea?","answer":"Yes","level":2}\n{"id":"2","question":"Coffee?","answer":""}\n'
    const evalCase: EvalCase = { id: '2', conversation: asked('Cocoa?', 'No.'), metadata: { level: 3 } }
    expect(await edited('a.jsonl', rows, { kind: 'replace', position: 1, evalCase })).toBe(
      rows.replace(/\{"id":"2".*/, '{"id":"2","question":"Cocoa?","answer":"No.","level":3}'),
    )
  })

  it('are reviews, whose comments stay', async () => {
    const suite = [
      {
        name: 'exits',
        _comments: 'from the audit',
        input: { document_paths: ['a.pdf'], check_name: 'Exits', check_description: '?', language_name: 'English' },
        expected_output: { result: 'pass', _comments: ['seen on page 2'] },
      },
    ]
    const review = {
      documents: ['b.pdf'],
      folder: '',
      checkName: 'Exits',
      checkDescription: 'Two of them',
      languageName: 'English',
      expected: 'fail' as const,
    }
    const text = JSON.stringify(suite)
    const edit: CaseEdit = { kind: 'replace', position: 0, evalCase: { id: 'exits', review } }
    expect(JSON.parse(await edited('a.json', text, edit))).toMatchObject([
      { _comments: 'from the audit', expected_output: { result: 'fail', _comments: ['seen on page 2'] } },
    ])
    expect(await refusal('a.json', text, { ...edit, evalCase: cocoa })).toContain(
      'a case of a review suite has a review',
    )
    const path = { ...edit, evalCase: { id: 'exits', review: { ...review, documents: ['../b.pdf'] } } }
    expect(await refusal('a.json', text, path)).toContain('is a path')
    expect(await refusal('a.json', evalSet, { kind: 'add', evalCase: edit.evalCase })).toContain('no place for review')
    expect(await refusal('a.json', JSON.stringify(suite[0]), { kind: 'add', evalCase: edit.evalCase })).toContain(
      'a case that stands alone',
    )
  })

  it('are questions about runbooks and experiments of strands-evals', async () => {
    const questions = '[{"id": 1, "category": "正常系", "question": "?", "expected_keypoints": ["a"]}]'
    const question: EvalCase = {
      id: '2',
      conversation: asked('Where?'),
      metadata: { category: '曖昧質問系', key_points: ['b'] },
    }
    expect(JSON.parse(await edited('a.json', questions, { kind: 'add', evalCase: question }))).toHaveLength(2)
    expect(await refusal('a.json', questions, { kind: 'add', evalCase: cocoa })).toContain('no question about runbooks')
    const answered = { ...question, conversation: asked('Where?', 'Here.') }
    expect(await refusal('a.json', questions, { kind: 'add', evalCase: answered })).toContain(
      'no place for conversation.0.finalResponse',
    )
    const experiment = '{"cases": [{"name": "tea", "input": "Tea?"}], "evaluators": [], "more": 1}'
    const added = JSON.parse(await edited('a.json', experiment, { kind: 'add', evalCase: cocoa }))
    expect(added).toMatchObject({ cases: [{ name: 'tea' }, { name: 'cocoa', expected_output: 'No.' }], more: 1 })
  })

  it('are old files, which stay as they are', async () => {
    const old = '[{"query": "Tea?", "reference": "Yes"}]'
    expect(await refusal('a.test.json', old, { kind: 'add', evalCase: cocoa })).toMatchInlineSnapshot(`
      "a.test.json: cases of this format cannot be changed
      Save it as an eval set first."
    `)
  })
})
