import OpenAI from 'openai'

const client = new OpenAI()
const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } },
]

/** A loop around a model, written by hand. */
export default async (question: string): Promise<string> => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }]
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools })
    const [{ message }] = choices as [OpenAI.ChatCompletion.Choice]
    messages.push(message)
    if (message.tool_calls === undefined) return message.content ?? ''
    for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: 'sunny' })
  }
}
