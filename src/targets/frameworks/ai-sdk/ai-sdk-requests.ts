import type { Span } from '../../../traces/span.ts'
import type { Told } from '../framework.ts'
import { systemWords, toldInAll, toldInBody } from '../sent-request.ts'
import { declaration, fieldOf, hasMethods, instructionsIn, listField, textField } from '../shape.ts'

/** Hands on all that a model of the AI SDK is asked, and keeps what it was told and offered. */
export function watchedModel(model: unknown, requests: Told[string][]): unknown {
  if (!hasMethods(model, 'doGenerate', 'doStream')) return undefined
  // Models may keep things to themselves, so they are asked themselves.
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
  return (Array.isArray(tools) ? tools : []).map((tool) =>
    declaration(textField(tool, 'name') ?? '', fieldOf(tool, 'description'), fieldOf(tool, 'inputSchema')),
  )
}

/** The same from what version 7 publishes of the calls of models, without those of agents that tools asked. */
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

/** The same from the requests that a result keeps of its steps, which versions 5 and 6 do unless they are told otherwise. */
export function toldInSteps(steps: readonly { readonly request?: unknown }[]): Told[string] | undefined {
  return toldInAll(steps.flatMap(({ request }) => toldInBody(fieldOf(request, 'body')) ?? []))
}
