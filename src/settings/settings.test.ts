import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EvalError, toEnglish } from '../core/index.ts'
import {
  flagsOf,
  refusedValue,
  reviewSettings,
  runSettings,
  settle,
  settingsShape,
  valuesFor,
  valuesFromFlags,
} from './index.ts'
import { RunRequest } from './run-request.ts'
import { flagNameOf } from './setting.ts'

describe('values given in code', () => {
  it.each([
    [{ repeat: 1.5 }, 'repeat takes a whole number from 1 to 1000, not 1.5'],
    [{ repeat: 0 }, 'repeat takes a whole number from 1 to 1000, not 0'],
    [{ repeat: '3' }, 'repeat takes a whole number from 1 to 1000, not "3"'],
    [{ repeat: Number.NaN }, 'repeat takes a whole number from 1 to 1000, not NaN'],
    [{ concurrency: 0 }, 'concurrency takes a whole number from 1 to 1024, not 0'],
    [{ timeoutMs: -5 }, 'timeoutMs takes a whole number from 1 to 86400000, not -5'],
    [{ judge: 5 }, 'judge takes a text, not 5'],
    [{ maxCost: '1' }, 'maxCost takes an amount in US dollars, not "1"'],
    [{ maxCost: 0 }, 'maxCost takes an amount in US dollars, not 0'],
    [{ thresholds: 0.7 }, 'thresholds takes numbers by name such as rouge_l=0.7, not 0.7'],
    [{ thresholds: { rouge_l: '1' } }, 'thresholds takes numbers by name such as rouge_l=0.7, not {"rouge_l":"1"}'],
    [{ failOn: 'failed' }, 'failOn takes a list of texts such as ["failed"], not "failed"'],
    [{ adkCompat: 'yes' }, 'adkCompat takes true or false, not "yes"'],
    [{ judgeLanguage: 'fr' }, 'judgeLanguage takes one of en, ja, not "fr"'],
    [{ recordTools: 1n }, 'recordTools takes the path of a file or folder, not 1'],
    [{ userModel: () => 'gpt' }, 'userModel takes a text, not a function'],
    [{ name: null }, 'name takes a text, not null'],
  ])('%o is refused by the name of the option', (values, sentence) => {
    const refused = refusedValue(runSettings, values)
    expect(refused && toEnglish(refused)).toBe(sentence)
  })

  it('are taken when they fit, and undefined says nothing', () => {
    expect(refusedValue(runSettings, { repeat: 3, judge: undefined, failOn: ['none'], maxCost: 0.5 })).toBeUndefined()
  })
})

describe('flags', () => {
  it('become values of their settings', () => {
    const flags = {
      repeat: '5',
      timeout: '30',
      'fail-on': 'failed, error',
      threshold: 'rouge_l=0.7, 丁寧さ = -1',
      'no-cache': true,
      canaries: true,
      yes: true,
    }
    expect(valuesFromFlags(runSettings, flags)).toEqual({
      repeat: 5,
      timeoutMs: 30_000,
      failOn: ['failed', 'error'],
      thresholds: { rouge_l: 0.7, 丁寧さ: -1 },
      cache: false,
      canaries: true,
    })
  })

  it.each([
    [{ repeat: 'often' }, '--repeat takes a whole number from 1 to 1000, not "often"'],
    [{ repeat: ' ' }, '--repeat takes a whole number from 1 to 1000, not " "'],
    [{ timeout: '0' }, '--timeout takes a whole number from 1 to 86400, not "0"'],
    [{ threshold: '0.7' }, '--threshold takes numbers by name such as rouge_l=0.7, not "0.7"'],
    [{ threshold: 'a=0.7,b=high' }, '--threshold takes numbers by name such as rouge_l=0.7, not "a=0.7,b=high"'],
    [{ 'max-cost': 'Infinity' }, '--max-cost takes an amount in US dollars, not "Infinity"'],
  ])('%o is refused by the name of the flag', (flags, sentence) => {
    expect(() => valuesFromFlags(runSettings, flags)).toThrow(new EvalError('usage', { text: sentence }).message)
  })

  it('of a share take what lies between 0 and 1', () => {
    expect(valuesFromFlags(reviewSettings, { certainty: '0.9' })).toEqual({ certainty: 0.9 })
    expect(() => valuesFromFlags(reviewSettings, { certainty: '1' })).toThrow(
      '--certainty takes a share between 0 and 1, not "1"',
    )
  })

  it('stand for every setting of the command line, once', () => {
    const names = Object.entries(runSettings).flatMap(([name, { flag }]) => (flag ? flagNameOf(name, flag) : []))
    const onCommandLine = Object.values(runSettings).filter(({ places }) =>
      (places as readonly string[]).includes('command line'),
    )
    expect(names).toHaveLength(onCommandLine.length)
    // A switch that is neither on nor off by itself can be said either way.
    const expected = new Set(names.flatMap((name) => (name === 'traces' ? [name, 'no-traces'] : [name])))
    expect(Object.keys(flagsOf(runSettings))).toEqual([...expected])
    expect(valuesFromFlags(runSettings, { 'no-traces': true })).toEqual({ traces: false })
    expect(valuesFromFlags(runSettings, { traces: true })).toEqual({ traces: true })
  })
})

describe('a request of the page', () => {
  it('is what may stand there, and no more', () => {
    const wish = { dataset: 'd1', repeat: 2, maxCost: 0.5, name: undefined, attempts: 9, cwd: '/etc' }
    expect(valuesFor(runSettings, 'page', wish)).toEqual({ repeat: 2, maxCost: 0.5, name: undefined })
  })
})

describe('a stored request', () => {
  const stored = { cwd: '/work', dataset: 'q.csv', selected: [] }

  it('is read as it was written, by this version or an older one', () => {
    const request = { ...stored, repeat: 2, failOn: ['failed'], onlyMetrics: ['rouge_l'], review: { certainty: 0.9 } }
    expect(RunRequest.parse({ ...request, gone: 'by now' })).toEqual(request)
  })

  it.each(['cwd', 'dataset', 'selected'])('is none without its %s', (name) => {
    expect(RunRequest.safeParse({ ...stored, [name]: undefined }).success).toBe(false)
  })
})

describe('a config', () => {
  it('may say what stands there for good, and not what belongs to one run', () => {
    const names = Object.keys(settingsShape(runSettings, 'config'))
    expect(names).toEqual(expect.arrayContaining(['repeat', 'secondLook', 'judgeCacheDays']))
    expect(names).not.toEqual(expect.arrayContaining(['name']))
  })

  it('gives way to what was asked for, and each path starts where it was written', () => {
    const asked = { values: { repeat: 2, environment: 'mocks.json' }, folder: '/work' }
    const written = { values: { repeat: 9, seed: 4, recordTools: 'calls.jsonl' }, folder: '/project' }
    expect(settle(runSettings, asked, written)).toMatchObject({
      repeat: 2,
      seed: 4,
      environment: resolve('/work/mocks.json'),
      recordTools: resolve('/project/calls.jsonl'),
    })
  })

  it('and a request that say nothing leave the defaults', () => {
    const nothing = { values: {}, folder: '/work' }
    const settled = Object.entries(settle(runSettings, nothing, nothing)).filter(([, value]) => value !== undefined)
    expect(Object.fromEntries(settled)).toEqual({
      timeoutMs: 120_000,
      attempts: 3,
      seed: 1,
      stopEarly: false,
      github: true,
      canaries: false,
      judgeRetrySeconds: 60,
      judgeCacheDays: 30,
      tracesWaitMs: 6000,
      cache: true,
      adkCompat: false,
    })
  })

  it('says nothing of what may not stand there', () => {
    const settled = settle(
      runSettings,
      { values: {}, folder: '/work' },
      { values: { target: () => 'an agent', judge: { id: 'own' }, name: 'x' }, folder: '/project' },
    )
    expect([settled.target, settled.judge, settled.name]).toEqual([undefined, undefined, undefined])
  })

  it('is not heard on one half of a choice when the request made the other', () => {
    const written = { values: { recordTools: 'calls.jsonl', environment: 'mocks.json' }, folder: '/project' }
    expect(settle(runSettings, { values: { replayTools: 'old.jsonl' }, folder: '/work' }, written)).toMatchObject({
      recordTools: undefined,
      replayTools: resolve('/work/old.jsonl'),
      environment: resolve('/project/mocks.json'),
    })
  })
})
