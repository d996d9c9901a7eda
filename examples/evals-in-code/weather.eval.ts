import { responseMatch, toolTrajectory } from 'shinsa/metrics'
import { evaluation } from 'shinsa/testing'
import { agent, withoutTools } from './agent.ts'

export default evaluation('weather', {
  agent, // whatever --target takes, or a function
  cases: [
    { ask: 'How warm is it in Kyoto?', calls: [{ name: 'get_weather', args: { city: 'Kyoto' } }], answer: /34/ },
    { ask: ['Hi', 'And in Oslo?'], rubric: ['Asks for no city twice'] },
  ], // or a file, or an async iterable
  metrics: [toolTrajectory({ match: 'in-order' }), responseMatch()],
  arms: { today: agent, 'no tools': withoutTools }, // compared in pairs, Holm-corrected
  repeat: 5,
  gate: ['pass-rate-low<0.8'],
})
