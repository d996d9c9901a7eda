import { describe, expect, it } from 'vitest'
import { responseTextOf, type Target, type RecordedTranscript } from '../core/index.ts'
import { recordedTarget } from './recorded-target.ts'
import { caseNamed, saying, targetContract } from './target.contract.ts'

const signal = new AbortController().signal

targetContract('recordedTarget', async () => ({
  target: recordedTarget({
    transcripts: () => stream(['two', 'one'].map((id) => transcript(id, '1: hello', '2: again'))),
  }),
  neverHangs: 'it has its answers already',
}))

describe('recordedTarget', () => {
  it('has no more to say when the transcript ends', async () => {
    const target = recordedTarget({ transcripts: () => stream([transcript('one', 'a')]) })
    const conversation = await target.open(caseNamed('one'), { signal })
    expect(await conversation.say(saying('hello'), signal)).toBeDefined()
    expect(await conversation.say(saying('hello'), signal)).toBeUndefined()
    expect(await conversation.say(saying('hello'), signal)).toBeUndefined()
  })

  it('fails where the agent failed, after what it did before', async () => {
    const failure = { code: 'agent', reason: { text: 'no connection' } }
    const recorded = [
      { ...transcript('one', 'a'), failure },
      { ...transcript('two'), failure: { ...failure, code: 'timeout' } },
      { ...transcript('three'), failure: { ...failure, code: 'user' } },
    ]
    const target = recordedTarget({ transcripts: () => stream(recorded) })
    const one = await target.open(caseNamed('one'), { signal })
    expect(await one.say(saying('hello'), signal)).toBeDefined()
    await expect(one.say(saying('hello'), signal)).rejects.toMatchObject({ code: 'agent', message: 'no connection' })
    const two = await target.open(caseNamed('two'), { signal })
    await expect(two.say(saying('hello'), signal)).rejects.toMatchObject({ code: 'timeout' })
    // Its simulated user failed then, which says nothing of the agent.
    const three = await target.open(caseNamed('three'), { signal })
    expect(await three.say(saying('hello'), signal)).toBeUndefined()
  })

  it('leaves out the exchange that something else than the agent broke off', async () => {
    const { invocations } = transcript('one', 'a')
    const unfinished = { userContent: { parts: [{ text: 'again' }] }, provenance: { brokenOff: true } }
    const failure = { code: 'environment', reason: { text: 'no tokens left' } }
    const recorded = { ...transcript('one'), invocations: [...invocations, unfinished], failure }
    const conversation = await recordedTarget({ transcripts: () => stream([recorded]) }).open(caseNamed('one'), {
      signal,
    })
    expect(await conversation.say(saying('hello'), signal)).toBeDefined()
    expect(await conversation.say(saying('again'), signal)).toBeUndefined()
  })

  it('reads no further than it is asked', async () => {
    let read = 0
    const counting = async function* () {
      for (read = 1; ; read += 1) yield transcript(`case ${read}`, 'a')
    }
    const target = recordedTarget({ transcripts: counting })
    expect(read).toBe(0)
    await answerOf(target, 'case 3')
    expect(read).toBe(3)
    await answerOf(target, 'case 1')
    expect(read).toBe(3)
  })

  it('serves cases that are open at the same time, in any order', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `case ${index}`)
    const target = recordedTarget({ transcripts: () => stream(ids.map((id) => transcript(id, id))) })
    expect(await Promise.all(ids.toReversed().map((id) => answerOf(target, id)))).toEqual(ids.toReversed())
  })

  it('says so when a case was not recorded, and other cases go on', async () => {
    const target = recordedTarget({ transcripts: () => stream([transcript('one', 'a')]) })
    await expect(target.open(caseNamed('two'), { signal })).rejects.toMatchObject({
      code: 'agent',
      message: 'There is no transcript of case two, or none is left',
      retryable: false,
    })
    expect(await answerOf(target, 'one')).toBe('a')
  })

  it('gives a transcript as often as there are repeats', async () => {
    const target = recordedTarget({ repeats: 2, transcripts: () => stream([transcript('one', 'a')]) })
    expect([await answerOf(target, 'one'), await answerOf(target, 'one')]).toEqual(['a', 'a'])
    await expect(target.open(caseNamed('one'), { signal })).rejects.toThrow('none is left')
  })

  it('gives several transcripts of a case one after another', async () => {
    const target = recordedTarget({ transcripts: () => stream([transcript('one', 'a'), transcript('one', 'b')]) })
    expect([await answerOf(target, 'one'), await answerOf(target, 'one')]).toEqual(['a', 'b'])
  })

  it('goes on after the exchanges that a run already had', async () => {
    const target = recordedTarget({ transcripts: () => stream([transcript('one', 'a', 'b')]) })
    const history = transcript('one', 'a').invocations
    const said = await (await target.open(caseNamed('one'), { signal, history })).say(saying('again'), signal)
    expect(said && responseTextOf(said)).toBe('b')
  })

  it('does not fill the memory with transcripts that nobody asks for', async () => {
    let read = 0
    const counted = async function* () {
      for await (const each of many()) {
        read += 1
        yield each
      }
    }
    const target = recordedTarget({ transcripts: counted })
    const tooMany = { code: 'target', message: 'More than 50000 transcripts wait for their cases' }
    await expect(target.open(caseNamed('nowhere'), { signal })).rejects.toMatchObject(tooMany)
    await expect(target.open(caseNamed('nowhere else'), { signal })).rejects.toMatchObject(tooMany)
    expect(read).toBe(50_001)
    expect(await (await target.open(caseNamed('case 7'), { signal })).say(saying('x'), signal)).toBeUndefined()
  })

  it('passes over transcripts of cases that nobody plays, however many they are', async () => {
    const target = recordedTarget({ transcripts: many, only: new Set(['case 50001']) })
    await expect(target.open(caseNamed('case 50001'), { signal })).resolves.toBeDefined()
  })

  it('plays a share of many cases, and goes back for one that it had passed', async () => {
    const all = Array.from({ length: 60_000 }, (_, index) => transcript(`case ${index}`, `${index}`))
    let readings = 0
    const target = recordedTarget({
      transcripts: () => {
        readings += 1
        return stream(all)
      },
      isShared: true,
    })
    expect(await answerOf(target, 'case 59999')).toBe('59999')
    expect(await answerOf(target, 'case 59000')).toBe('59000')
    expect(readings).toBe(1)
    expect(await Promise.all(['case 7', 'case 3'].map((id) => answerOf(target, id)))).toEqual(['7', '3'])
    expect(await answerOf(target, 'case 5')).toBe('5')
    expect(readings).toBe(2)
    const missing = { message: 'There is no transcript of case nowhere, or none is left' }
    await expect(target.open(caseNamed('nowhere'), { signal })).rejects.toMatchObject(missing)
    expect(readings).toBe(3)
  })

  it('keeps saying what broke the source', async () => {
    const target = recordedTarget({ transcripts: broken })
    const opened = await Promise.allSettled(['two', 'three'].map((id) => target.open(caseNamed(id), { signal })))
    const reason = { message: 'line 2 is not JSON' }
    expect(opened).toMatchObject([{ reason }, { reason }])
    await expect(target.open(caseNamed('four'), { signal })).rejects.toMatchObject(reason)
    expect(await answerOf(target, 'one')).toBe('a')
  })

  it('loses nothing when the case that made it read is aborted', async () => {
    const gate = Promise.withResolvers<void>()
    const slow = async function* () {
      await gate.promise
      yield transcript('one', 'a')
    }
    const target = recordedTarget({ transcripts: slow })
    const controller = new AbortController()
    const opening = Promise.allSettled([target.open(caseNamed('one'), controller)])
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await opening).toEqual([{ status: 'rejected', reason }])
    gate.resolve()
    expect(await answerOf(target, 'one')).toBe('a')
  })

  it('closes its source', async () => {
    let closed = false
    const source = async function* () {
      try {
        yield transcript('one', 'a')
      } finally {
        closed = true
      }
    }
    const target = recordedTarget({ transcripts: source })
    await answerOf(target, 'one')
    await target.close?.()
    expect(closed).toBe(true)
  })
})

function transcript(caseId: string, ...answers: string[]): RecordedTranscript {
  const invocations = answers.map((text, index) => ({
    userContent: saying(index === 0 ? 'hello' : 'again'),
    finalResponse: { role: 'model', parts: [{ text }] },
  }))
  return { caseId, invocations }
}

async function* many() {
  for (let index = 0; ; index += 1) yield transcript(`case ${index}`)
}

async function* broken() {
  yield transcript('one', 'a')
  throw new Error('line 2 is not JSON')
}

async function* stream(transcripts: readonly RecordedTranscript[]) {
  yield* transcripts
}

async function answerOf(target: Target, id: string): Promise<string | undefined> {
  const conversation = await target.open(caseNamed(id), { signal })
  const said = await conversation.say(saying('hello'), signal)
  await conversation.close()
  return said && responseTextOf(said)
}
