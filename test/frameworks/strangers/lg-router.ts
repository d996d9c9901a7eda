import { ChatOpenAI } from '@langchain/openai'
import { MessagesAnnotation, StateGraph, START, END } from '@langchain/langgraph'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'
const model = new ChatOpenAI({ model: 'gpt-4o-mini' })
const getWeather = tool(({ city }) => `${city} is sunny`, {
  name: 'get_weather',
  description: 'w',
  schema: z.object({ city: z.string() }),
})
const weather = createAgent({ model, tools: [getWeather], name: 'weather' })
const route = async (s) => {
  const r = await model.withStructuredOutput(z.object({ next: z.enum(['weather', 'none']) })).invoke(s.messages)
  return r.next
}
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('weather', weather.graph)
  .addNode('alone', async (s) => {
    const r = await weather.invoke({ messages: s.messages })
    return { messages: [r.messages.at(-1)] }
  })
  .addConditionalEdges(START, route, { weather: 'weather', none: END })
  .addEdge('weather', 'alone')
  .addEdge('alone', END)
  .compile()
