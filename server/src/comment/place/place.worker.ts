import { boundedTask } from '../../runtime/bounded-task.ts'

export interface GivenAnchor {
  kind: 'page' | 'heading' | 'passage' | 'block'
  version: number
  heading?: string | undefined
  quote?: string | undefined
  length?: number | undefined
  before?: string | undefined
  after?: string | undefined
  at?: number | undefined
}
export interface Anchor {
  kind: 'page' | 'heading' | 'passage' | 'block'
  heading: string
  quote: string
  length: number
  before: string
  after: string
  at: number
}
export interface Found {
  place: 'fixed' | 'moved' | 'lost'
  at: number
  length: number
}
export type Settled = Found & { anchor: Anchor }
export type Task =
  | { kind: 'settle'; anchor: GivenAnchor; texts: string[] }
  | { kind: 'carry'; texts: string[]; isCut: boolean; places: (Found & { anchor: Anchor })[] }
export interface TaskOutput {
  settle: Settled | null
  carry: Found[]
}
export default boundedTask((task: Task) => task)
