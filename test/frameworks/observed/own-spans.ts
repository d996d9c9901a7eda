import { trace } from '@opentelemetry/api'

// Kept from before anybody listens, as libraries do.
const tracer = trace.getTracer('weather-agent')

export default (): Promise<string> => {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'weather' }
  return tracer.startActiveSpan('invoke_agent weather', { attributes }, async (agent) => {
    await Promise.resolve()
    const called = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.arguments': '{"city":"Kyoto"}',
      'gen_ai.tool.call.result': '"sunny"',
    }
    tracer.startActiveSpan('execute_tool get_weather', { attributes: called }, (tool) => tool.end())
    agent.end()
    return 'Kyoto is sunny'
  })
}
