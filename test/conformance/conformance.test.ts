import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { check, isImplemented, readVectors } from './vectors.ts'

const file = fileURLToPath(new URL('adk.json', import.meta.url))

describe('ADK vectors', () => {
  const vectors = readVectors(file).filter(({ op }) => isImplemented(op))

  it.each(vectors)('$id', async (vector) => {
    expect(await check(vector)).toEqual({ id: vector.id, op: vector.op, status: 'passed' })
  })

  it('covers the operations of the deterministic half', () => {
    expect([...new Set(vectors.map(({ op }) => op))].toSorted()).toMatchInlineSnapshot(`
      [
        "agent_evaluator_case",
        "cli_summary",
        "content_text",
        "criterion_defaults",
        "efficiency",
        "eval_case_validate",
        "eval_config",
        "eval_config_default",
        "eval_selector",
        "eval_set_crud",
        "eval_set_id_valid",
        "eval_set_validate",
        "eval_status",
        "events_to_invocations",
        "extract_tool_calls",
        "final_status",
        "intermediate_data_kind",
        "invocation_text",
        "legacy_convert",
        "legacy_validate_row",
        "metric_outcome",
        "multi_run_aggregate",
        "path_segment_valid",
        "response_match_case",
        "result_name",
        "result_parse",
        "rouge1",
        "scenario_eval_id",
        "status_wire_value",
        "tokenize",
        "tool_parameter_match",
        "trajectory",
        "user_sim_config",
      ]
    `)
  })
})
