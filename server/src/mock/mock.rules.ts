import { type Language, Refusal } from '@sheaf/contract'
import { jsonProblem, jsonProblemMessage } from '@sheaf/contract/json-problem'

/** Refuses a template that is not JSON. The refusal names the problem in the user's language. */
export function mustBeJson(template: string, language: Language) {
  const problem = jsonProblem(template)
  if (problem) throw new Refusal('mockNoJson', { problem: jsonProblemMessage(problem, language) })
}

/** A path always begins with a slash. */
export function pathOf(sent: string): string {
  const path = sent.trim()
  return path.startsWith('/') ? path : `/${path}`
}
