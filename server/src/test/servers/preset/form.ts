import { type ProviderForm, providerFields } from '@sheaf/contract'

/** A form of a provider without any setting. */
export const emptyForm = Object.fromEntries(providerFields.map((name) => [name, ''])) as ProviderForm
