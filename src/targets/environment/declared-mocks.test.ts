import { describe, expect, it } from 'vitest'
import type { EvalCase } from '../../core/index.ts'
import { declaredMocks, type DeclaredMocksOptions } from './declared-mocks.ts'
import { readToolMocks } from './tool-mock.ts'

const signal = new AbortController().signal

describe('declaredMocks', () => {
  it('lets the first injection win whose arguments are all among those of the call', async () => {
    const ask = asking([
      { match_args: { city: 'Oslo', on: { day: 1 } }, injected_response: { t: 1 } },
      { match_args: { city: 'Oslo' }, injected_error: { injected_http_error_code: 503, error_message: 'down' } },
    ])
    expect(await ask({ on: { day: 1 }, city: 'Oslo', unit: 'C' })).toEqual({ t: 1 })
    expect(await ask({ city: 'Oslo' })).toEqual({ error_code: 503, error_message: 'down' })
    expect(await ask({ city: 'Rome' })).toBe('real')
    expect(await ask({})).toBe('real')
  })

  it('hits as often as it is declared to, in a sequence that its seed gives anew in each conversation', async () => {
    const flaky = [{ injection_probability: 0.3, random_seed: 42, injected_response: { hit: true } }]
    const one = await outcomes(asking(flaky), 1000)
    expect(one.filter((outcome) => outcome !== 'real').length).toBeGreaterThan(250)
    expect(one.filter((outcome) => outcome !== 'real').length).toBeLessThan(350)
    expect(await outcomes(asking(flaky), 1000)).toEqual(one)
  })

  it('begins anew with the seed at every call when it has to be like ADK', async () => {
    // Python's first number for seed 42 is 0.639….
    const misses = [{ injection_probability: 0.63, random_seed: 42, injected_response: { hit: true } }]
    const hits = [{ injection_probability: 0.64, random_seed: 42, injected_response: { hit: true } }]
    expect(await outcomes(asking(misses, { adkCompat: true }), 2)).toEqual(['real', 'real'])
    expect(await outcomes(asking(hits, { adkCompat: true }), 2)).toEqual([{ hit: true }, { hit: true }])
  })

  it('has other draws for other cases, and the same ones for the same case', async () => {
    const flaky = [{ injection_probability: 0.5, injected_response: { hit: true } }]
    const first = await outcomes(asking(flaky, { seed: 1 }), 64)
    expect(await outcomes(asking(flaky, { seed: 1 }), 64)).toEqual(first)
    expect(await outcomes(asking(flaky, { seed: 1 }, { id: 'other' }), 64)).not.toEqual(first)
  })

  it('has other draws for each repeat', async () => {
    const source = declaredMocks(
      { weather: [{ injection_probability: 0.5, injected_response: { hit: true } }] },
      { seed: 1 },
    )
    const draws = async (repeat: number) => {
      const opened = source.open({ id: 'c' }, { repeat })
      return outcomes(async (args) => opened?.answer({ name: 'weather', args, signal }, async () => 'real'), 64)
    }
    expect(await draws(0)).toEqual(await draws(0))
    expect(await draws(0)).not.toEqual(await draws(1))
  })

  it('tells which of the injections for all cases hit, and has nothing to say where none is declared', async () => {
    const hits: string[] = []
    const weather = [{ match_args: { a: 1 }, injected_response: { t: 1 } }, { injected_response: { t: 2 } }]
    const source = declaredMocks({ weather }, { onHit: (tool, position) => hits.push(`${tool} ${position}`) })
    const opened = source.open({ id: 'c', metadata: { tool_mocks: { weather: weather.slice(0, 1) } } })
    for (const args of [{ a: 1 }, { a: 2 }]) await opened?.answer({ name: 'weather', args, signal }, async () => 'real')
    expect(hits).toEqual(['weather 1'])
    expect(declaredMocks().open({ id: 'c' })).toBeUndefined()
  })

  it('goes by what the case declares first', async () => {
    const metadata = {
      tool_mocks: { weather: [{ match_args: { city: 'Oslo' }, injected_response: { from: 'case' } }] },
    }
    const ask = asking([{ injected_response: { from: 'config' } }], {}, { id: 'c', metadata })
    expect(await ask({ city: 'Oslo' })).toEqual({ from: 'case' })
    expect(await ask({ city: 'Rome' })).toEqual({ from: 'config' })
  })

  it('waits as long as it is declared to, and not longer than anybody wants the answer', async () => {
    const slow = { injected_latency_seconds: 0.05, injected_response: { ok: true } }
    const waits: number[] = []
    const ask = asking([slow], { sleep: async (milliseconds) => waits.push(milliseconds) })
    expect({ answer: await ask({}), waits }).toEqual({ answer: { ok: true }, waits: [50] })
    expect(await asking([slow])({})).toEqual({ ok: true })
    const source = declaredMocks({ weather: [{ ...slow, injected_latency_seconds: 100 }] }).open({ id: 'c' })
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 20)
    const call = { name: 'weather', args: {}, signal: controller.signal }
    await expect(source?.answer(call, async () => 'real')).rejects.toThrow('enough')
  })

  it('gives out copies, so that an agent cannot change what the next call gets', async () => {
    const ask = asking([{ injected_response: { list: [1] } }])
    Object.assign((await ask({})) as object, { list: 'changed' })
    expect(await ask({})).toEqual({ list: [1] })
  })
})

describe('readToolMocks', () => {
  const injection = { injected_response: { a: 1 } }

  it('reads a whole config, its list, and injections by tool alike', () => {
    const list = [{ tool_name: 'f', injection_configs: [injection] }]
    const read = readToolMocks(list, 'x')
    expect(readToolMocks({ tool_simulation_configs: list, simulation_model: 'm' }, 'x')).toEqual(read)
    expect(readToolMocks({ f: [injection] }, 'x')).toEqual(read)
  })

  it('reads the spelling of ADK for TypeScript, and leaves names of tools and arguments as they are', () => {
    const own = [
      { matchArgs: { cityName: 'Oslo' }, injectedError: { injectedHttpErrorCode: 503, errorMessage: 'down' } },
    ]
    const expected = [
      {
        tool_name: 'getWeather',
        injection_configs: [
          {
            injection_probability: 1,
            injected_latency_seconds: 0,
            match_args: { cityName: 'Oslo' },
            injected_error: { injected_http_error_code: 503, error_message: 'down' },
          },
        ],
        mock_strategy_type: 'MOCK_STRATEGY_UNSPECIFIED',
      },
    ]
    expect(readToolMocks({ toolSimulationConfigs: [{ toolName: 'getWeather', injectionConfigs: own }] }, 'x')).toEqual(
      expected,
    )
    expect(readToolMocks({ getWeather: own }, 'x')).toEqual(expected)
  })

  it.each([
    [
      { f: [{ random_seed: 1, randomSeed: 2, ...injection }] },
      'x.0.injection_configs.0: Unrecognized key: "randomSeed"',
    ],
    [{ f: [{ injected_respons: {} }] }, 'x.0.injection_configs.0: Unrecognized key: "injected_respons"'],
    [
      { f: [{ injected_response: {} }] },
      'x.0.injection_configs.0: give either injected_error or an injected_response that is not empty',
    ],
    [
      { f: [{ ...injection, injected_latency_seconds: 121 }] },
      'x.0.injection_configs.0.injected_latency_seconds: Too big: expected number to be <=120',
    ],
    [[{ tool_name: 'f' }], 'x.0: a tool without injection_configs needs a mock_strategy_type'],
    [[], 'x: Too small: expected array to have >=1 items'],
    [
      ['f', 'f'].map((tool_name) => ({ tool_name, injection_configs: [injection] })),
      'x: a tool is declared more than once',
    ],
    [
      [{ tool_name: 'f', mock_strategy_type: 2 }],
      'x.0.mock_strategy_type: Invalid option: expected one of "MOCK_STRATEGY_UNSPECIFIED"|"MOCK_STRATEGY_TOOL_SPEC"',
    ],
  ])('refuses %j', (mocks, problem) => {
    expect(() => readToolMocks(mocks, 'x')).toThrow(expect.objectContaining({ code: 'format', message: problem }))
  })
})

type Ask = (args: Record<string, unknown>) => Promise<unknown>

function asking(injections: unknown, options: DeclaredMocksOptions = {}, evalCase: EvalCase = { id: 'c' }): Ask {
  const source = declaredMocks({ weather: injections }, options).open(evalCase)
  return async (args) => source?.answer({ name: 'weather', args, signal }, async () => 'real')
}

async function outcomes(ask: Ask, times: number): Promise<unknown[]> {
  const all: unknown[] = []
  for (let time = 0; time < times; time += 1) all.push(await ask({}))
  return all
}
