import { useState } from 'react'
import { useLocation } from 'wouter'

/** Begins a run and goes to it. What went wrong can be tried again as it was asked. */
export function useBegin<Asked>(begin: (asked: Asked) => Promise<{ readonly runId: string }>) {
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState(false)
  const [error, setError] = useState<unknown>()
  const [last, setLast] = useState<{ readonly asked: Asked }>()

  async function start(asked: Asked): Promise<void> {
    setStarting(true)
    setError(undefined)
    setLast({ asked })
    try {
      const { runId } = await begin(asked)
      navigate(`/runs/${runId}`)
    } catch (problem) {
      setError(problem)
      setStarting(false)
    }
  }

  return { starting, error, start: (asked: Asked) => void start(asked), again: () => last && void start(last.asked) }
}
