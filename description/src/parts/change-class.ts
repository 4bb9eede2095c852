/**
 * The class of a change. breaking: a program that followed the old description can fail under the new one. risky: the description does
 * not say whether it can. safe: it cannot. words: only texts and examples changed.
 */
export type ChangeClass = 'breaking' | 'risky' | 'safe' | 'words'
