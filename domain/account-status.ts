// Account status, kinds of accounts and staff roles (§3, §6, rules §3 and §10).

export const AccountStatus = { deleted: -2, disabledByMain: -1, frozen: 0, normal: 1, disapproved: 2 } as const;

/** Status is read on each request: only these accounts may make changes. A disapproved distributor still browses at retail price. */
export function mayAct(status: number): boolean {
  return status === AccountStatus.normal || status === AccountStatus.disapproved;
}

const accountKinds = ['member', 'guest', 'main', 'sub', 'staff'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Roles that an owner gives to its staff. */
export const staffRoles = ['admin', 'operations', 'finance', 'content', 'supplier'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Admins of the portal set up owners and see nothing of what those sell (decision 0315). They have no other role; no owner gives it. */
export const houseRole = 'house';
export const deskRoles = [...staffRoles, houseRole] as const;
export type DeskRole = (typeof deskRoles)[number];

/** What a member of staff must do before anything else: replace a password that the installation made, set up the second factor. */
export const staffDuties = ['newPassword', 'secondFactor'] as const;
export type StaffDuty = (typeof staffDuties)[number];
