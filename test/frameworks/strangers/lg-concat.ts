import { ChatOpenAI } from '@langchain/openai'
import { Annotation, StateGraph, START, END } from '@langchain/langgraph'
import { BaseMessage, isHumanMessage } from '@langchain/core/messages'
const S = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
})
const model = new ChatOpenAI({ model: 'gpt-4o-mini' })
export const graph = new StateGraph(S)
  .addNode('a', async (s) => {
    if (!isHumanMessage(s.messages.at(-1)!)) throw new Error('who said that?')
    return { messages: [await model.invoke(s.messages)] }
  })
  .addEdge(START, 'a')
  .addEdge('a', END)
  .compile()
