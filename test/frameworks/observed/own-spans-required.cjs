const { trace } = require('@opentelemetry/api')

// Kept from before anybody listens, as libraries do.
const tracer = trace.getTracer('weather-agent')

module.exports = () => {
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_weather' }
  tracer.startActiveSpan('execute_tool get_weather', { attributes }, (tool) => tool.end())
  return 'Kyoto is sunny'
}
