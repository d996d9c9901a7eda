import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EvalError, toEnglish } from '../core/index.ts'
import { openDataset, openTranscripts } from '../compose/datasets.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shinsa-open-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function complaint(opening: Promise<unknown>): Promise<string> {
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof EvalError)) throw error
  return [error.message, ...(error.hint === undefined ? [] : [toEnglish(error.hint)])]
    .join('\n')
    .replaceAll(`${folder}/`, '')
}

const evalCase = (id: string) => ({ eval_id: id, conversation: [{ user_content: { parts: [{ text: 'q' }] } }] })
const lines = (...ids: string[]) => ids.map((id) => `${JSON.stringify(evalCase(id))}\n`).join('')
const ids = async (opened: Awaited<ReturnType<typeof openDataset>>) =>
  (await Array.fromAsync(opened.dataset.cases())).map(({ id }) => id)

const turn = (text: string) => ({ user_content: { parts: [{ text: 'q' }] }, final_response: { parts: [{ text }] } })
const recordedLine = (id: string) => JSON.stringify({ eval_id: id, invocations: [turn('x'.repeat(6000))] })

describe('openDataset', () => {
  it.each([
    ['s.evalset.json', JSON.stringify({ eval_set_id: 'S', eval_cases: [evalCase('a')] }), 'adk-eval-set', 'S'],
    ['t.test.json', '[{"query": "q", "reference": "r"}]', 'adk-legacy', 't'],
    ['old.evalset.json', '[{"name": "a", "data": []}]', 'adk-legacy', 'old'],
    ['c.jsonl', lines('a'), 'case-lines', 'c'],
    [
      'camel.jsonl',
      '{"evalId": "a", "conversationScenario": {"startingPrompt": "a", "conversationPlan": "b"}}',
      'case-lines',
      'camel',
    ],
    ['rows.ndjson', '{"eval_id": "a", "question": "q"}', 'table-lines', 'rows'],
    ['t.jsonl', '{"eval_id": "a", "invocations": []}', 'transcript-lines', 't'],
    ['q.CSV', 'question,answer\na,b\n', 'csv', 'q'],
    ['nameless', `\n${lines('a', 'b')}`, 'case-lines', 'nameless'],
  ])('knows %s', async (name, content, format, id) => {
    const opened = await openDataset(file(name, content))
    expect(opened).toMatchObject({
      format,
      dataset: { id },
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect(await ids(opened)).toHaveLength(opened.count)
    expect(await ids(opened)).toHaveLength(opened.count)
  })

  it('reads the same old file the same way each time', async () => {
    const path = file('home.test.json', '[{"query": "q"}, {"query": "r"}]')
    const first = await Array.fromAsync((await openDataset(path)).dataset.cases())
    expect(first).toEqual(await Array.fromAsync((await openDataset(path)).dataset.cases()))
    expect(first).toMatchObject([{ id: 'home', conversation: [{ id: 'turn-1' }, { id: 'turn-2' }] }])
  })

  it.each([
    ['json', JSON.stringify({ eval_set_id: 's', eval_cases: ['a', 'b', 'c'].map(evalCase) })],
    ['jsonl', lines('a', 'b', 'c')],
  ])('selects cases of .%s in the order of the file', async (ending, content) => {
    const opened = await openDataset(file(`pick.${ending}`, content), { selected: ['c', 'a'] })
    expect(opened.count).toBe(2)
    expect(await ids(opened)).toEqual(['a', 'c'])
  })

  it.each([
    [
      'near.jsonl',
      lines('case-1', 'case-2'),
      ['cas-1', 'zzz'],
      'near.jsonl has no cases cas-1, zzz\nDid you mean case-1, case-2?',
    ],
    ['far.jsonl', lines('a', 'b'), ['zzz'], 'far.jsonl has no case zzz\nIts cases are called a, b and so on.'],
    [
      'doc.json',
      JSON.stringify({ eval_set_id: 's', eval_cases: [evalCase('alpha')] }),
      ['alfa'],
      'doc.json has no case alfa\nDid you mean alpha?',
    ],
  ])('refuses ids that %s does not have', async (name, content, selected, sentence) => {
    expect(await complaint(openDataset(file(name, content), { selected }))).toBe(sentence)
  })

  it.each([
    ['empty.jsonl', '', 'empty.jsonl is empty\nA dataset has at least one case.'],
    ['blank.jsonl', '\n \n', 'blank.jsonl: there is no case in it\nA dataset has at least one case.'],
    ['head.csv', 'prompt\n', 'head.csv: there is no case in it\nA dataset has at least one case.'],
    [
      'twice.jsonl',
      lines('a', 'b', 'a'),
      'twice.jsonl:3: the case "a" is there twice; the first one is on line 1\nResults are told apart by these ids. Give one of the two another one.',
    ],
    [
      'twice.csv',
      'id,prompt\na,"x\ny"\nb,x\na,x\n',
      'twice.csv:5: the case "a" is there twice; the first one is on line 2\nResults are told apart by these ids. Give one of the two another one.',
    ],
    [
      'x.bin',
      'hello',
      'x.bin: cannot tell what kind of file this is\nDatasets end in .json (ADK eval sets, lists), .jsonl (a case per line), or .csv, .tsv, .xlsx and .yaml (tables).',
    ],
    [
      'other.json',
      '{"a": 1}',
      'other.json: this document is no dataset\nAn eval set is an object with "eval_set_id" and "eval_cases", an experiment of strands-evals one with "cases" and "evaluators", a review suite a list of cases with "input" and "expected_output", questions about runbooks a list with "question" and "expected_keypoints"; rows of a table have a key such as "question", others are mapped by `columns` in the config.',
    ],
    [
      'modern.json',
      '{\n"eval_set_id": "s", "eval_cases": [{"eval_id": "a", "conversation": [{"user_contnt": {}}]}]}',
      'modern.json:2: eval_cases[0].conversation[0].user_contnt: unknown key\nDid you mean "user_content"? Further problems in it: 1.',
    ],
    ['nocase.jsonl', '{"eval_id": "a"}\n', 'nocase.jsonl:1: a case needs a conversation or a conversation_scenario'],
  ])('says of %s what is wrong', async (name, content, sentence) => {
    expect(await complaint(openDataset(file(name, content)))).toBe(sentence)
  })

  it('says of a missing file and of a folder what they are', async () => {
    expect(await complaint(openDataset(join(folder, 'none.jsonl')))).toBe(
      'none.jsonl: there is no such file\nRelative paths start from the working directory.',
    )
    mkdirSync(join(folder, 'sub.json'))
    expect(await complaint(openDataset(join(folder, 'sub.json')))).toBe(
      'sub.json is a folder, not a file\nName one of the files in it.',
    )
  })

  it.each(['cases.jsonl', 'rows.csv', 's.evalset.json', 'nameless'])(
    'says of %s that only a pointer of Git LFS lies there',
    async (name) => {
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 42\n`
      expect(await complaint(openDataset(file(name, pointer)))).toBe(
        `${name}: this is a pointer of Git LFS, not the file itself\nFetch the file where the repository lies: git lfs pull`,
      )
    },
  )

  it('scores old results again: what was expected is the dataset, what was done are the transcripts', async () => {
    const result = {
      eval_set_result_id: 'r',
      eval_set_id: 's',
      eval_case_results: [
        {
          eval_id: 'e',
          final_eval_status: 1,
          eval_metric_result_per_invocation: [{ actual_invocation: turn('did'), expected_invocation: turn('should') }],
        },
      ],
    }
    const opened = await openDataset(file('r.evalset_result.json', JSON.stringify(JSON.stringify(result))))
    expect(opened.format).toBe('adk-result')
    expect(await Array.fromAsync(opened.dataset.cases())).toMatchObject([
      { id: 'e', conversation: [{ finalResponse: { parts: [{ text: 'should' }] } }] },
    ])
    expect(await Array.fromAsync(opened.transcripts?.() ?? [])).toMatchObject([
      { caseId: 'e', invocations: [{ finalResponse: { parts: [{ text: 'did' }] } }] },
    ])
  })
})

describe('openTranscripts', () => {
  it('reads them as often as asked', async () => {
    const transcripts = await openTranscripts(
      file(
        't2.jsonl',
        '{"eval_id": "a", "invocations": [{"user_content": {}, "session_state": {"x": 1}, "trace": {"trace_id": "t", "span_id": "s"}}]}',
      ),
    )
    for (const _ of [1, 2]) {
      expect(await Array.fromAsync(transcripts())).toEqual([
        {
          caseId: 'a',
          invocations: [{ userContent: {}, sessionState: { x: 1 }, trace: { traceId: 't', spanId: 's' } }],
        },
      ])
    }
  })

  it('hears nothing of what is wrong with those that nobody asks for, where few are wanted', async () => {
    const names = ['a', 'b"c', '語', 'd']
    const written = names.map((id) => JSON.stringify({ eval_id: id, invocations: [turn(id)] }))
    const path = file('few.jsonl', [...written, '{"eval_id": "broken", "invocations": 3}'].join('\n'))
    const few = await Array.fromAsync((await openTranscripts(path, { few: true }))())
    expect(few.map(({ caseId }) => caseId)).toEqual([...names, 'broken'])
    const all = (await openTranscripts(path))()[Symbol.asyncIterator]()
    for (const { caseId, invocations, failure } of few.slice(0, -1)) {
      expect({ caseId, invocations, failure }).toEqual((await all.next()).value)
    }
    expect(() => few.at(-1)?.invocations).toThrow('few.jsonl:5')
    await expect(all.next()).rejects.toThrow('few.jsonl:5')
  })

  it('parses only those of a few cases, wherever they are and however their ids are written', async () => {
    const others = Array.from({ length: 400 }, (_, index) => recordedLine(`other ${index}`))
    const escaped = recordedLine('語').replace('語', '\\u8a9e')
    const written = [
      recordedLine('語'),
      ...others,
      escaped,
      '',
      ...others,
      '{"eval_id": "a/b", "invocations": 3}',
      ...others,
    ]
    const path = file('only.jsonl', written.join('\n'))
    const parse = vi.spyOn(JSON, 'parse')
    const transcripts = await openTranscripts(path, { only: new Set(['語', 'a/b']) })
    const [first, second, broken] = await Array.fromAsync(transcripts())
    expect([first, second]).toMatchObject([{ caseId: '語' }, { caseId: '語' }])
    for (const one of [first, second]) expect(one?.invocations).toHaveLength(1)
    expect(() => broken?.invocations).toThrow(
      `only.jsonl:${written.indexOf('{"eval_id": "a/b", "invocations": 3}') + 1}`,
    )
    // Two lines of this case, the broken one, and the first line, which shows the format.
    const besidesErrors = parse.mock.calls.length
    parse.mockRestore()
    expect(besidesErrors).toBeLessThanOrEqual(5)
  })

  it('stumbles over no line of another case, be it beside one of those that are wanted', async () => {
    const path = file('beside.jsonl', [recordedLine('a'), '{"eval_id": 5, "invocations": []}', '{"eval'].join('\n'))
    const transcripts = await openTranscripts(path, { only: new Set(['a']) })
    expect((await Array.fromAsync(transcripts())).map(({ caseId }) => caseId)).toEqual(['a'])
  })

  it('says when a file has none', async () => {
    expect(await complaint(openTranscripts(file('c2.jsonl', lines('a'))))).toBe(
      'c2.jsonl: there are no transcripts in it\nEach line is like {"eval_id": "…", "invocations": […]}; traces of OTLP, Langfuse, LangSmith, Phoenix and ATIF are read too. Answers in a table are scored where they stand beside the questions, in a column actual_output, without a target.',
    )
  })
})

describe('a file too large to keep', () => {
  const padding = 'x'.repeat(6000)
  const big = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `${JSON.stringify({ ...evalCase(`c${index}`), note: padding })}\n`,
    ).join('')

  it('is streamed each time, with the same checks before', async () => {
    const path = file('big.jsonl', big(900))
    const opened = await openDataset(path)
    expect(opened.count).toBe(900)
    expect(opened.sha256).toBe(createHash('sha256').update(big(900)).digest('hex'))
    expect(await ids(opened)).toHaveLength(900)
    expect(await ids(opened)).toHaveLength(900)
    const [few, many] = [
      await openDataset(path, { selected: ['c899', 'c3'] }),
      await openDataset(path, { selected: Array.from({ length: 21 }, (_, index) => `c${index}`) }),
    ]
    expect(await ids(many)).toHaveLength(21)
    appendFileSync(path, lines('c5'))
    // Few cases stay in memory: nobody looks at the file for them again.
    expect(await ids(few)).toEqual(['c3', 'c899'])
    expect(await complaint(ids(many))).toMatch('changed while it was read')
    expect(await complaint(ids(opened))).toBe(
      'big.jsonl changed while it was read\nStart again when nobody writes to it.',
    )
    expect(await complaint(openDataset(path))).toMatch(
      'big.jsonl:901: the case "c5" is there twice; the first one is on line 6',
    )
  })

  it('is not looked at again where somebody else has, if it is the same', async () => {
    const path = file('known.jsonl', big(900))
    const known = { ...(await openDataset(path)), cases: 900 }
    const looked: string[] = []
    const check = ({ id }: { readonly id: string }) => void looked.push(id)
    const opened = await openDataset(path, { check, known })
    expect([opened.count, opened.simulated, opened.sha256, looked]).toEqual([900, 0, known.sha256, []])
    expect(await ids(opened)).toHaveLength(900)
    expect((await openDataset(path, { check, known: { ...known, sha256: 'other' } })).count).toBe(900)
    expect(looked).toHaveLength(900)
  })

  it('has no case parsed but the selected ones where it is the same, and is checked where it is not', async () => {
    const path = file(
      'selected.jsonl',
      `${big(450)}${JSON.stringify(evalCase('語')).replace('語', '\\u8a9e')}\n${big(900).slice(big(450).length)}`,
    )
    const { sha256 } = await openDataset(path)
    const looked: string[] = []
    const check = ({ id }: { readonly id: string }) => void looked.push(id)
    const parse = vi.spyOn(JSON, 'parse')
    const open = async (selected: readonly string[]) => {
      parse.mockClear()
      const opened = await openDataset(path, { selected, check, known: { sha256 } })
      return [opened.count, opened.sha256 === sha256, await ids(opened), parse.mock.calls.length]
    }
    // The first line, which shows the format, and the line with an escape, which may name any case, are parsed too.
    expect(await open(['c899', 'c3'])).toEqual([2, true, ['c3', 'c899'], 4])
    expect(looked).toEqual(['c3', 'c899'])
    expect(await open(['語'])).toEqual([1, true, ['語'], 2])
    expect(await complaint(openDataset(path, { selected: ['c9000'], known: { sha256 } }))).toBe(
      'selected.jsonl has no case c9000\nDid you mean c90, c100, c200?',
    )
    appendFileSync(path, lines('c5'))
    expect(await complaint(openDataset(path, { selected: ['c3'], known: { sha256 } }))).toMatch(
      'the case "c5" is there twice',
    )
    parse.mockRestore()
  })

  it('has cases that are read one by one, as whoever wants few of them asks', async () => {
    const path = file('broken.jsonl', `${big(900)}\n  \n\u3000\n${lines('last')}`)
    const { unread } = await openDataset(path)
    const all = (await Array.fromAsync(unread?.() ?? [])).flat()
    expect([all.length, all[700]?.().id, all[900]?.().id]).toEqual([901, 'c700', 'last'])
    expect((await openDataset(path, { selected: ['c1'] })).unread).toBeUndefined()
    expect((await openDataset(file('small.jsonl', lines('a')))).unread).toBeUndefined()
  })

  it('is refused when it is one JSON document', async () => {
    const path = file('big.json', `{"eval_set_id": "s"}${' '.repeat(65 * 1024 * 1024)}`)
    expect(await complaint(openDataset(path))).toBe(
      'big.json: a document of 66 MiB is too large\nWrite one case per line into a .jsonl file instead: it is streamed, however large it is.',
    )
  })
})
