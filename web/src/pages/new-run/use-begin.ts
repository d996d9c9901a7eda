import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'

/** Begins a run and goes to it. What went wrong can be tried again as it was asked. */
export function useBegin<Asked>(begin: (asked: Asked) => Promise<{ readonly runId: string }>) {
  const [, navigate] = useLocation()
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: begin,
    onSuccess: ({ runId }) => navigate(`/runs/${runId}`),
  })
  return {
    starting: isPending,
    error: error ?? undefined,
    start: (asked: Asked) => mutate(asked),
    again: () => variables !== undefined && mutate(variables),
  }
}
