import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { Annotation, StateGraph, START, END, messagesStateReducer, Command } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'

const getWeather = tool(({ city }) => ({ city, sky: 'sunny' }), {
  name: 'get_weather',
  description: 'weather',
  schema: z.object({ city: z.string() }),
})
const search = tool(
  async () => {
    throw new Error('search is down')
  },
  { name: 'search', description: 'search', schema: z.object({ query: z.string() }) },
)
const now = tool(() => '12:00', { name: 'now', description: 'time', schema: z.object({}) })
const echo = tool(async (input) => `echo ${input}`, { name: 'echo', description: 'says it' })
const model = new ChatOpenAI({ model: 'gpt-4o-mini', maxRetries: 0 })

const State = Annotation.Root({
  messages: Annotation({ reducer: messagesStateReducer, default: () => [] }),
  topic: Annotation<string>,
  steps: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }),
})
const classify = async (s) => ({ topic: 'weather', steps: 1 })
const tools = [getWeather, search, now]
const work = async (s) => {
  const r = await model.bindTools(tools).invoke(s.messages)
  return { messages: r, steps: 1 }
}
const route = (s) => ((s.messages.at(-1) as AIMessage).tool_calls?.length ? 'tools' : END)
const workflow = new StateGraph(State)
  .addNode('classify', classify)
  .addNode('work', work)
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'classify')
  .addEdge('classify', 'work')
  .addConditionalEdges('work', route)
  .addEdge('tools', 'work')
export const graph = workflow.compile()
export { workflow }
