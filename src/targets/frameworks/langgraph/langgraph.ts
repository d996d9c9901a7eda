import type { Serve, Framework } from '../framework.ts'
import { another, copyWith, fieldOf, hasMethods, listField, textField, declaration, instructionsIn } from '../shape.ts'
import { EvalError, message } from '../../../core/index.ts'
import { langgraphConversation } from './langgraph-conversation.ts'
import { kindOf, langgraphReply } from './langgraph-reply.ts'

/** Graphs of LangGraph whose state has `messages`, compiled or not, and the agents of LangChain's `createAgent`. */
export const langgraph: Framework = {
  async agent(found, project) {
    const exported = hasMethods(found, 'compile', 'addNode', 'addEdge') ? found.compile() : found
    if (!hasMethods(exported, 'invoke')) return undefined
    const graph = fieldOf(exported, 'lg_is_pregel') === true ? exported : fieldOf(exported, 'graph')
    if (fieldOf(graph, 'lg_is_pregel') !== true) return undefined
    if (!('messages' in Object(fieldOf(graph, 'channels')))) throw hasNoMessages()
    const options = fieldOf(exported, 'options')
    const name = textField(options, 'name') ?? (graph === exported ? textField(exported, 'name') : undefined)
    const tools = [
      ...listField(options, 'tools'),
      ...toolNodes(exported).flatMap(([, , node]) => listField(node, 'tools')),
    ]
    const told = {
      // Middleware may change the instructions at each call, and nodes of a graph may send any.
      instructions:
        listField(options, 'middleware').length === 0 ? instructionsIn(fieldOf(options, 'systemPrompt')) : undefined,
      toolDeclarations:
        options === undefined && tools.length === 0
          ? undefined
          : tools.map((tool) =>
              declaration(textField(tool, 'name') ?? '', fieldOf(tool, 'description'), fieldOf(tool, 'schema')),
            ),
    }
    return {
      framework: options === undefined ? 'LangGraph' : 'LangChain',
      name,
      tools: tools.flatMap((tool) => textField(tool, 'name') ?? []),
      // Tools that a node runs itself cannot be replaced.
      servesTools: tools.length > 0,
      begin({ serve }) {
        const copy = serve && servedCopy(exported, options, serve)
        const asked = hasMethods(copy, 'invoke') ? copy : exported
        // A graph with a checkpointer keeps the history of its threads.
        const remembers = Boolean(fieldOf(graph, 'checkpointer') ?? fieldOf(options, 'checkpointer'))
        return langgraphConversation(asked, { name: name ?? 'agent', told, remembers, project })
      },
    }
  },
  async reply(said) {
    const messages = listField(said, 'messages')
    const isState = messages.some((one) => hasMethods(one, 'toDict') || kindOf(one) === 'human')
    return isState ? langgraphReply(said) : undefined
  },
}

function hasNoMessages(): EvalError {
  return new EvalError(
    'target',
    message('The state of this graph has no messages, so nobody knows where the question goes'),
    {
      hint: message(
        'Export a function that asks it: export default async (question) => (await graph.invoke({ question })).answer',
      ),
    },
  )
}

function toolNodes(graph: unknown): readonly (readonly [string, object, object])[] {
  return Object.entries(Object(fieldOf(graph, 'nodes'))).flatMap(([name, node]) => {
    const bound = fieldOf(node, 'bound')
    return listField(bound, 'tools').length > 0 ? [[name, Object(node), Object(bound)] as const] : []
  })
}

function servedCopy(exported: object, options: unknown, serve: Serve): unknown {
  const served = (tools: readonly unknown[]) => tools.map((tool) => servedTool(tool, serve))
  if (options !== undefined)
    return another(exported, { ...Object(options), tools: served(listField(options, 'tools')) })
  const nodes = toolNodes(exported).map(([name, node, bound]) => {
    const { name: called, tags, handleToolErrors } = Object(bound)
    const again = another(bound, served(listField(bound, 'tools')), { name: called, tags, handleToolErrors })
    return [name, copyWith(node, { bound: again })]
  })
  return copyWith(exported, { nodes: { ...Object(fieldOf(exported, 'nodes')), ...Object.fromEntries(nodes) } })
}

function servedTool(tool: unknown, serve: Serve): unknown {
  if (!hasMethods(tool, '_call')) return tool
  const name = textField(tool, 'name') ?? ''
  const call = (input: unknown, ...rest: unknown[]) => {
    const args = typeof input === 'string' ? { input } : input
    return serve(name, args, (given) => tool['_call'](typeof input === 'string' ? given['input'] : given, ...rest))
  }
  return copyWith(tool, { ['_call']: call })
}
