import { EvalError, message } from '../../core/index.ts'
import type { Serve } from './framework.ts'
import { another, fieldOf, hasMethods, listField, textField } from './shape.ts'

/** Made again from what can be seen of it; what cannot be seen would be lost without a word. */
export function copyOf(agent: object): ReturnType<typeof known> {
  const kept = ['sessionManager', 'memoryManager', '_modelRouter'].find((name) => fieldOf(agent, name) !== undefined)
  const copy = known(
    another(agent, {
      ...Object.fromEntries(
        ['model', 'systemPrompt', 'name', 'id', 'description', 'storage'].map((name) => [name, fieldOf(agent, name)]),
      ),
      structuredOutputSchema: fieldOf(agent, '_structuredOutputSchema'),
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
      what: kept ?? 'hooks or plugins',
    }),
    { hint: message('Export a function without parameters that makes it: export default () => new Agent(…).') },
  )
}

function known(agent: unknown) {
  if (hasMethods(agent, 'invoke', 'addHook')) return agent
  throw new TypeError('a Strands agent makes another one')
}

function hooksOf(agent: object): number {
  const hooks = fieldOf(fieldOf(agent, '_hooksRegistry'), '_callbacks')
  const plugins = listField(fieldOf(agent, '_pluginRegistry'), '_pending').length
  return hooks instanceof Map ? [...hooks.values()].flat().length + plugins : plugins
}

/** Before a tool runs, a hook may choose another one. */
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
