-- The owner's answer to a review is translated with it (decision 0620). `answer_of` is what was translated: an answer may be written again.
ALTER TABLE review_translation ADD COLUMN answer text, ADD COLUMN answer_of text;
