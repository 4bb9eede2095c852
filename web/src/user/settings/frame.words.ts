import { words } from '../../lib/words.ts'

export const personalWords = words({
  title: 'Personal settings',
  back: 'My items',
  profile: 'Profile',
  security: 'Security',
  watching: 'Watching and mail',
  tokens: 'Programs and agents',
})
