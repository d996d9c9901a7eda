import { describe, expect, it } from 'vitest'
import { readEnvironmentConfig } from './environment-config.ts'

const weather = { tool_name: 'weather', injection_configs: [{ injected_response: { t: 21 } }] }
const origin = { file: 'env.json', lineOf: (path: readonly unknown[]) => path.length + 1 }

describe('readEnvironmentConfig', () => {
  it('reads what ADK writes, in both spellings, and the declarations beside it', () => {
    const written = {
      tool_simulation_configs: [weather],
      simulation_model: 'gemini-2.5-flash',
      simulation_model_configuration: { temperature: 0 },
      environment_data: '{"city":"Oslo"}',
      tracing: null,
      tool_declarations: [{ name: 'weather', description: 'Now.', parameters: { type: 'object' } }],
    }
    const read = readEnvironmentConfig(written, origin)
    expect(read).toMatchObject({
      mocks: [{ tool_name: 'weather' }],
      model: 'gemini-2.5-flash',
      environmentData: '{"city":"Oslo"}',
      tracing: undefined,
      declarations: [{ name: 'weather', description: 'Now.' }],
    })
    const { simulation_model, tool_simulation_configs, environment_data, tool_declarations } = written
    const camelCase = {
      toolSimulationConfigs: tool_simulation_configs,
      simulationModel: simulation_model,
      simulationModelConfiguration: { temperature: 0 },
      environmentData: environment_data,
      toolDeclarations: tool_declarations,
    }
    expect(readEnvironmentConfig(camelCase, origin)).toEqual(read)
  })

  it('takes data of the environment that is JSON and not text', () => {
    const read = readEnvironmentConfig({ tool_simulation_configs: [weather], environment_data: { n: [1] } }, origin)
    expect(read.environmentData).toBe('{"n":[1]}')
  })

  it.each([
    [[], 'env.json:1: Invalid input: expected object, received array'],
    [{}, 'env.json:2: tool_simulation_configs: Invalid input: expected array, received undefined'],
    [
      { tool_simulation_configs: [weather, weather] },
      'env.json:2: tool_simulation_configs: a tool is declared more than once',
    ],
    [
      { tool_simulation_configs: [{ tool_name: 'f', injection_configs: [{}] }] },
      'env.json:5: tool_simulation_configs.0.injection_configs.0: give either injected_error or an injected_response that is not empty',
    ],
  ])('refuses %j with its place', (value, problem) => {
    expect(() => readEnvironmentConfig(value, origin)).toThrow(
      expect.objectContaining({ code: 'format', message: problem }),
    )
  })

  it.each([
    [{ tool_simulation_config: [weather] }, 'tool_simulation_configs'],
    [{ tool_simulation_configs: [weather], tool_declarations: [{ name: 'wether' }] }, 'wether'],
  ])('says what may be meant in %j', (value, names) => {
    expect(() => readEnvironmentConfig(value, origin)).toThrow(
      expect.objectContaining({ hint: { text: 'Did you mean {names}?', values: { names } } }),
    )
  })
})
