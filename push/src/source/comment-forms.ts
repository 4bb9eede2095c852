export interface CommentForm {
  open: string
  close: string
  /** What stands in front of the words on each line; where nothing does, the words are indented. */
  leader: RegExp | undefined
}

const star = /^[ \t]*\*?[ \t]?/

/** Comments with an end. Where two would fit, the one that begins later is meant. */
export const enclosed: CommentForm[] = [
  { open: '/**', close: '*/', leader: star },
  { open: '"""', close: '"""', leader: undefined },
  { open: "'''", close: "'''", leader: undefined },
  { open: '<!--', close: '-->', leader: undefined },
  { open: '=begin', close: '=end', leader: undefined },
  { open: '=pod', close: '=cut', leader: undefined },
  { open: '--[[', close: ']]', leader: undefined },
  { open: '{-', close: '-}', leader: undefined },
  { open: '(*', close: '*)', leader: star },
]

/** Signs that make a line a comment; lines with the same one belong together. */
export const lineStart = /^[ \t]*(\/\/+!?|#+'?|--+|;+|%+|')(?=[\s@]|$)/
export const lineLeader = /^[ \t]*(?:\/\/+!?|#+'?|--+|;+|%+|')[ \t]?/
