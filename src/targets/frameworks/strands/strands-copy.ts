import { EvalError, message } from '../../../core/index.ts'
import type { Serve } from '../framework.ts'
import { another, fieldOf, hasMethods, listField, textField } from '../shape.ts'

/** Makes an agent again from its visible parts, and refuses agents with other parts, which would be lost. */
export function copyOf(agent: object): ReturnType<typeof known> {
  const kept = [
    'sessionManager',
    'memoryManager',
    'contextManager',
    '_modelRouter',
    '_sandbox',
    '_backgroundTasks',
  ].find((name) => fieldOf(agent, name) !== undefined)
  const copy = known(
    another(agent, {
      ...Object.fromEntries(
        ['model', 'systemPrompt', 'name', 'id', 'description', 'storage'].map((name) => [name, fieldOf(agent, name)]),
      ),
      structuredOutputSchema: fieldOf(agent, '_structuredOutputSchema'),
      toolExecutor: fieldOf(agent, '_toolExecutor'),
      appState: stateOf(fieldOf(agent, 'appState')),
      modelState: stateOf(fieldOf(agent, 'modelState')),
      tools: [...listField(agent, 'tools'), ...listField(agent, '_mcpClients')],
      messages: [...listField(agent, 'messages')],
      conversationManager: fieldOf(agent, '_conversationManager'),
      printer: false,
    }),
  )
  if (kept === undefined && hooksOf(agent) === hooksOf(copy)) return copy
  throw new EvalError(
    'target',
    message('This Strands agent remembers its conversation and cannot be copied for each one: it has {what}', {
      what: kept?.replace('_', '') ?? 'hooks, plugins or middleware',
    }),
    { hint: message('Export a function without parameters that makes it: export default () => new Agent(…).') },
  )
}

function known(agent: unknown) {
  if (hasMethods(agent, 'invoke', 'addHook')) return agent
  throw new TypeError('a Strands agent makes another one')
}

function hooksOf(agent: object): string {
  const hooks = fieldOf(fieldOf(agent, '_hooksRegistry'), '_callbacks')
  const plugins = listField(fieldOf(agent, '_pluginRegistry'), '_pending').map(
    (plugin) => Object(plugin).constructor.name,
  )
  const handlers = fieldOf(fieldOf(agent, '_middlewareRegistry'), '_handlers')
  const registered = [hooks, handlers].flatMap((registry) =>
    registry instanceof Map ? [...registry.values()].flat() : [],
  )
  return `${registered.length} ${plugins.join()}`
}

function stateOf(store: unknown): unknown {
  return hasMethods(store, 'getAll') ? store.getAll() : undefined
}

/** A hook before each tool call can replace the tool. */
export function serveTools(
  agent: ReturnType<typeof known>,
  sdk: Readonly<Record<string, unknown>>,
  serve: Serve,
): void {
  const { BeforeToolCallEvent, FunctionTool } = sdk
  agent.addHook(BeforeToolCallEvent, (event: Record<string, unknown>) => {
    const { tool } = event
    if (!hasMethods(tool, 'invoke')) return
    const name = textField(tool, 'name') ?? ''
    const callback = (input: unknown, context: unknown) => serve(name, input, (args) => tool.invoke(args, context))
    const described = { name, description: textField(tool, 'description') ?? name }
    event['selectedTool'] = another({ constructor: FunctionTool as () => object }, { ...described, callback }) // a class
  })
}
