import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { MessagesAnnotation, StateGraph, START, END, interrupt, MemorySaver } from '@langchain/langgraph'
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('ask', async () => {
    const a = interrupt({ question: 'sure?' })
    return { messages: [{ role: 'assistant', content: 'you said ' + a }] }
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile({ checkpointer: new MemorySaver() })
