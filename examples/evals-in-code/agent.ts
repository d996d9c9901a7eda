import type { FunctionAgent } from 'shinsa/targets'

const degrees: Readonly<Record<string, number>> = { Kyoto: 34, Oslo: 12 }

/** Says how warm it is in a city, without a model: it looks for a city that it knows and asks its tool. */
export const agent: FunctionAgent = async (message, { tools }) => {
  const city = Object.keys(degrees).find((name) => message.includes(name))
  if (city === undefined) return { response: 'Hello! Which city would you like to know about?', toolCalls: [] }
  const args = { city }
  const response = await tools.call('get_weather', args, () => ({ degrees: degrees[city] }))
  return {
    response: `It is ${degrees[city]} degrees in ${city}.`,
    toolCalls: [{ name: 'get_weather', args, response }],
  }
}

/** The same without its tool: what is lost when it cannot look. */
export const withoutTools: FunctionAgent = () => ({ response: 'I cannot look up the weather.', toolCalls: [] })
