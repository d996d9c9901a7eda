import type { Span } from '../../../traces/span.ts'
import type { Told } from '../framework.ts'
import { systemWords, toldInAll, toldInBody } from '../sent-request.ts'
import { declarationOf, fieldOf, hasMethods, instructionsIn, listField } from '../shape.ts'

/** Wraps a model of the AI SDK and records the instructions and tools of each call. */
export function watchedModel(model: unknown, requests: Told[string][]): unknown {
  if (!hasMethods(model, 'doGenerate', 'doStream')) return undefined
  // A proxy, since the methods of models may need their private fields.
  return new Proxy(model, {
    get(asked, name) {
      const field: unknown = Reflect.get(asked, name)
      if (typeof field !== 'function') return field
      return (...args: unknown[]) => {
        if (name === 'doGenerate' || name === 'doStream') requests.push(toldInCall(args[0]))
        return Reflect.apply(field, asked, args)
      }
    },
  })
}

function toldInCall(options: unknown): Told[string] {
  return {
    instructions: systemWords(listField(options, 'prompt')),
    toolDeclarations: offered(fieldOf(options, 'tools')),
  }
}

function offered(tools: unknown): unknown[] {
  return (Array.isArray(tools) ? tools : []).map((tool) => declarationOf(tool, 'inputSchema'))
}

/** Reads instructions and tools from version 7's spans of model calls, without agents called by tools. */
export function toldInSpans(spans: readonly Span[]): Told[string] | undefined {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const isWithinTool = ({ parentSpanId }: Span): boolean => {
    const parent = byId.get(parentSpanId ?? '')
    return parent !== undefined && (parent.name === 'executeTool' || isWithinTool(parent))
  }
  const calls = spans.filter((span) => span.name === 'languageModelCall' && !isWithinTool(span))
  const told = calls.map(({ attributes }) => ({
    instructions: instructionsIn(attributes['gen_ai.system_instructions']) ?? '',
    toolDeclarations: offered(attributes['gen_ai.tool.definitions']),
  }))
  return toldInAll(told)
}

/** Reads them from the requests in a result's steps, which versions 5 and 6 keep by default. */
export function toldInSteps(steps: readonly { readonly request?: unknown }[]): Told[string] | undefined {
  return toldInAll(steps.flatMap(({ request }) => toldInBody(fieldOf(request, 'body')) ?? []))
}
