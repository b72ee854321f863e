-- Once a distributor was approved, or an administrator gave it a level, only administrators give it another (decision 0240). An approval that
-- was taken back before this column leaves its mark in the level, unless that was 0, and in the log.
ALTER TABLE partner ADD COLUMN level_given boolean NOT NULL DEFAULT false;
UPDATE partner p SET level_given = true WHERE kind <> 'individual' AND (approval = 'approved' OR level <> 0
  OR EXISTS (SELECT 1 FROM audit_log l WHERE l.owner_id = p.owner_id AND l.subject = 'partner ' || p.partner_id
    AND l.act IN ('partner-approved', 'partner-level')));
