import { words } from '../../lib/words.ts'

export const compareWords = words({
  title: 'Compare two versions',
  about: 'What changed between any two stored versions. The address of this page keeps the choice.',
  from: 'From',
  to: 'To',
  compare: 'Compare',
  comparing: 'Comparing…',
  option: ['{label} · {date}', 'label', 'date'],
  now: ['{version} (pages show it)', 'version'],
  held: ['{version} (held)', 'version'],
  result: ['From {from} to {to}', 'from', 'to'],
  same: 'Both versions mean the same for those who use them.',
  itself: 'Choose two different versions.',
  failed: 'The versions could not be compared',
  missing: 'One of these versions is no longer stored. Choose another one.',
})
