import { type Message, message } from '../../../core/index.ts'

type Described = { readonly description: Message; readonly least?: number; readonly most?: number }

const described: Readonly<Record<string, Described>> = {
  tool_trajectory_avg_score: { description: message('The expected tools are called with the expected arguments.') },
  response_match_score: { description: message('Words that the answer shares with the expected one (ROUGE-1).') },
  final_response_match_v2: { description: message('A judge finds the answer to say the same as the expected one.') },
  rubric_based_final_response_quality_v1: { description: message('The share of rubrics that the answer fulfils.') },
  rubric_based_tool_use_quality_v1: { description: message('The share of rubrics that the use of tools fulfils.') },
  rubric_based_multi_turn_trajectory_quality_v1: {
    description: message('The share of rubrics that the whole conversation fulfils.'),
  },
  hallucinations_v1: { description: message('The share of sentences that instructions, tools and context bear out.') },
  safety_v1: { description: message('The answer does no harm.') },
  response_evaluation_score: {
    description: message('How good the answer is beside the expected one.'),
    least: 1,
    most: 5,
  },
  multi_turn_task_success_v1: { description: message('The user’s goals are reached at the end.') },
  multi_turn_trajectory_quality_v1: { description: message('The way there was a careful one.') },
  multi_turn_tool_use_quality_v1: { description: message('Tools were used well over the whole conversation.') },
  per_turn_user_simulator_quality_v1: { description: message('The simulated user keeps to its plan.') },
}

/** @param say translates a sentence into the reader's language */
export function metricsInfo(say: (sentence: Message) => string): readonly object[] {
  return Object.entries(described).map(([metricName, { description, least = 0, most = 1 }]) => ({
    metricName,
    description: say(description),
    metricValueInfo: { interval: { minValue: least, openAtMin: false, maxValue: most, openAtMax: false } },
  }))
}
