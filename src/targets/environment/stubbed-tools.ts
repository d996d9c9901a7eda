import { type JsonObject, EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { ToolSource } from './tool-source.ts'

/** What answers an agent's tools, by their names: a function of the arguments, or what every call of it gets. */
export type StubbedTools = Readonly<Record<string, unknown>>

/**
 * Answers the named tools in place of the real ones; others run. What a function throws is the tool's error.
 *
 * @throws {EvalError} `usage` when it is no object
 */
export function stubbedTools(tools: StubbedTools): ToolSource {
  if (!isObject(tools)) {
    throw new EvalError('usage', message('tools takes an object with a function or an answer for each tool'), {
      hint: message('Write {example}.', { example: '{ get_weather: ({ city }) => ({ city, degrees: 34 }) }' }),
    })
  }
  return {
    continues: true,
    open: () => ({
      async answer({ name, args }, next) {
        if (!Object.hasOwn(tools, name)) return next()
        const stub: unknown = tools[name]
        // Copies: agents change what they get.
        return typeof stub === 'function' ? (stub as Stub)(structuredClone(args)) : structuredClone(stub)
      },
    }),
  }
}

type Stub = (args: JsonObject) => unknown
