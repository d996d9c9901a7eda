import { EvalError, message } from '../../../core/index.ts'
import type { Framework } from '../framework.ts'
import { langgraphConversation } from './langgraph-conversation.ts'
import { kindOf, langgraphReply } from './langgraph-reply.ts'
import { servedCopy, toolNodes } from './langgraph-tools.ts'
import { declaration, fieldOf, hasMethods, instructionsIn, listField, textField } from '../shape.ts'

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
      // Middleware may say something else each time, and nodes of a graph whatever they like.
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
      // Tools that a node runs by itself cannot be seen.
      servesTools: tools.length > 0,
      begin({ serve }) {
        const copy = serve && servedCopy(exported, options, serve)
        const asked = hasMethods(copy, 'invoke') ? copy : exported
        // A graph with a checkpointer remembers its threads itself.
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
