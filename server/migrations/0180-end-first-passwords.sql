-- A password that the house made for a member of staff is replaced at the first sign-in and ends by itself (ASVS 6.4.1). NULL: the person
-- chose the password. Accounts of today keep theirs: nobody knows any more which of them were made.
ALTER TABLE account ADD COLUMN first_password_until timestamptz CHECK (first_password_until IS NULL OR kind = 'staff');

-- Whether all staff of the owner need a second factor (ASVS 6.3.3).
ALTER TABLE owner ADD COLUMN staff_second_factor boolean NOT NULL DEFAULT false;
