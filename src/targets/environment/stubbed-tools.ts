import { type JsonObject, EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { ToolSource } from './tool-source.ts'

/** Answers of tools by name: a function of the arguments, or a value for every call. */
export type StubbedTools = Readonly<Record<string, unknown>>

/**
 * Answers the named tools in place of the real ones; others run. Errors of a function are errors of the tool.
 *
 * @throws {EvalError} `usage` for anything but an object
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
        // Copies, since agents may change them.
        return typeof stub === 'function' ? (stub as Stub)(structuredClone(args)) : structuredClone(stub)
      },
    }),
  }
}

type Stub = (args: JsonObject) => unknown
