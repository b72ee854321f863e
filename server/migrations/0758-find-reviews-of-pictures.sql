-- A picture of a review is served as long as the review is not hidden.
CREATE INDEX review_picture_id ON review_picture (owner_id, picture_id);
