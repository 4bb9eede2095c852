import { jsonProblem } from '@sheaf/contract/json-problem'
import { useEffect, useState } from 'react'

/** A mistake is told when the writer pauses. */
const PAUSE = 600

/** What keeps a template from being JSON; `look` looks at once and says whether it is. */
export function useProblem(text: string) {
  const [problem, setProblem] = useState<ReturnType<typeof jsonProblem>>()
  const look = () => {
    const found = jsonProblem(text)
    setProblem(found)
    return found === undefined
  }
  useEffect(() => {
    if (jsonProblem(text) === undefined || text.trim() === '') return setProblem(undefined)
    const timer = setTimeout(() => setProblem(jsonProblem(text)), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return { problem, look }
}
