import { isObject } from '../../core/basics/is-object.ts'
import type { Usage } from '../../core/index.ts'
import { asCount, wholeInput, wholeTotal } from '../../messages/counted-tokens.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import type { Dialect } from '../span-meaning.ts'
import { defined, textIn } from './attributes.ts'
import { observed } from './observed.ts'
import { toolNameOf } from './tool-name.ts'

type ObservationsNames = {
  readonly kind: string
  readonly name?: readonly string[]
  readonly input: readonly string[]
  readonly output: readonly string[]
  readonly conversation: readonly string[]
  readonly model?: readonly string[]
  readonly usage?: string
}

const mastraKinds = ['agent_run', 'workflow_run', 'model_generation', 'model_inference', 'tool_call', 'mcp_tool_call']

/** Attribute names of products that record a span's kind, input and output. */
const products: Readonly<Record<string, ObservationsNames>> = {
  OpenLLMetry: {
    kind: 'traceloop.span.kind',
    name: ['traceloop.entity.name'],
    input: ['traceloop.entity.input'],
    output: ['traceloop.entity.output'],
    conversation: ['session_id', 'thread_id', 'conversation_id', 'chat_id'].map(
      (id) => `traceloop.association.properties.${id}`,
    ),
  },
  Langfuse: {
    kind: 'langfuse.observation.type',
    name: ['ai.toolCall.name', 'tool.name'],
    input: ['langfuse.observation.input', 'input.value', 'gen_ai.prompt'],
    output: ['langfuse.observation.output', 'output.value', 'gen_ai.completion'],
    conversation: [
      'session.id',
      'langfuse.session.id',
      'langfuse.trace.session_id',
      'langfuse.observation.metadata.session_id',
      'langfuse.observation.metadata.thread_id',
    ],
    model: ['langfuse.observation.model.name', 'gen_ai.request.model'],
    usage: 'langfuse.observation.usage_details',
  },
  LangSmith: {
    kind: 'langsmith.span.kind',
    input: ['gen_ai.prompt', 'input.value'],
    output: ['gen_ai.completion', 'output.value'],
    conversation: ['session_id', 'thread_id', 'conversation_id'].map((id) => `langsmith.metadata.${id}`),
    model: ['gen_ai.response.model', 'gen_ai.request.model'],
  },
  MLflow: {
    kind: 'mlflow.spanType',
    input: ['mlflow.spanInputs'],
    output: ['mlflow.spanOutputs'],
    conversation: ['mlflow.trace.session'],
    model: ['mlflow.llm.model'],
    usage: 'mlflow.chat.tokenUsage',
  },
  Mastra: {
    kind: 'mastra.span.type',
    name: ['mastra.entity.name'],
    input: [
      'gen_ai.input.messages',
      'gen_ai.tool.call.arguments',
      ...mastraKinds.map((kind) => `mastra.${kind}.input`),
    ],
    output: [
      'gen_ai.output.messages',
      'gen_ai.tool.call.result',
      ...mastraKinds.map((kind) => `mastra.${kind}.output`),
    ],
    conversation: ['gen_ai.conversation.id', 'mastra.metadata.threadId', 'mastra.threadId'],
  },
}

export const observations: readonly Dialect[] = Object.entries(products).map(([product, names]) => ({
  name: product,
  read({ name, attributes }) {
    const written = plain(attributes[names.kind])
    if (written === undefined) return undefined
    const kind = attributes['gen_ai.operation.name'] === 'execute_tool' ? 'tool' : written
    return defined({
      ...observed({
        kind,
        // OpenLLMetry names the agent on the spans of its tools too.
        name:
          textIn(attributes, isTool(kind) ? 'gen_ai.tool.name' : 'gen_ai.agent.name', ...(names.name ?? [])) ??
          nameOf(kind, name),
        input: firstField(attributes, ...names.input),
        output: firstField(attributes, ...names.output),
        id: textIn(attributes, 'gen_ai.tool.call.id'),
      }),
      conversationId: plain(firstField(attributes, ...names.conversation)),
      model: names.model === undefined ? undefined : plain(firstField(attributes, ...names.model)),
      usage: usageOf(jsonIn(attributes[names.usage ?? ''])),
    })
  },
}))

function isTool(kind: string): boolean {
  return /tool|function/i.test(kind)
}

function nameOf(kind: string, name: string): string {
  return isTool(kind) ? toolNameOf(name) : name.replace(/\.(agent|workflow|task)$/, '')
}

/** MLflow writes every attribute as JSON, with texts in quotes. */
function plain(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replace(/^"([^]*)"$/, '$1') : undefined
}

/**
 * Langfuse counts cached and reasoning tokens apart from the rest, under names that users may extend. What it keeps of
 * OpenInference's details (`completion_details.reasoning`) is part of the output or input already.
 */
function usageOf(counted: unknown): Usage | undefined {
  if (!isObject(counted)) return undefined
  const sum = (names: RegExp) => {
    const counts = Object.entries(counted).flatMap(([name, count]) => (names.test(name) ? (asCount(count) ?? []) : []))
    return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0)
  }
  const input = sum(/^(input|prompt)(_?tokens)?$/i)
  const beside = sum(/^(input|prompt)_(?!tokens$|details)|^cache/i)
  const [output, outputBeside] = [
    sum(/^(output|completion)(_?tokens)?$/i),
    sum(/^(output|completion)_(?!tokens$|details)/i),
  ]
  const total = sum(/^total/i)
  const outputTokens = output === undefined ? outputBeside : output + (outputBeside ?? 0)
  const whole = wholeInput({
    input: input ?? (beside === undefined ? undefined : 0),
    cached: beside ?? 0,
    output: outputTokens,
    total,
    isApart: true,
  })
  const usage = defined({
    inputTokens: whole,
    outputTokens,
    cachedTokens: sum(/cache_?d?_?(read|tokens)/i),
    reasoningTokens: sum(/^(output_|completion_details\.)reasoning/i),
    totalTokens: wholeTotal({ total, input, output: outputTokens, whole }),
  })
  return Object.keys(usage).length === 0 ? undefined : usage
}
