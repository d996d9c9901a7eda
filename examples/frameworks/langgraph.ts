import { SystemMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'

const getWeather = tool(({ city }: { city: string }) => `${city} is sunny`, {
  name: 'get_weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string() }),
})
const search = tool(({ query }: { query: string }) => `nothing about ${query}`, {
  name: 'search',
  description: 'Searches the web.',
  schema: z.object({ query: z.string() }),
})
const tools = [getWeather, search]
const model = new ChatOpenAI({ model: 'gpt-5-mini' }).bindTools(tools)

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', async ({ messages }) => ({
    messages: [await model.invoke([new SystemMessage('You tell the weather.'), ...messages])],
  }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', toolsCondition, ['tools', END])
  .addEdge('tools', 'agent')
  .compile({ checkpointer: new MemorySaver(), name: 'weather' })
