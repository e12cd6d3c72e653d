export const channelNames = { sms: 'Text', email: 'Email', certified_mail: 'Certified mail' } as const
export const roleNames = { listing_agent: 'Agent', resident: 'Resident', buyer: 'Buyer', account: 'Account' } as const
