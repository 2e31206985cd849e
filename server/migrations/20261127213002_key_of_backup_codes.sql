-- Backup codes are kept as hashes under a key. That was one of the secret of the installation, so that another secret ended
-- them all. Each person's codes have a key of their own now, which is sealed as the other secrets are and can be sealed anew.
-- It is null where the codes are older.
alter table auth_totp add column backup_code_key text;
